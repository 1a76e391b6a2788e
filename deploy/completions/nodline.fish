# fish reads this file at the first Tab after `nodline`; the program knows its own commands.
nodline --generate-completion-script fish 2> /dev/null | source
