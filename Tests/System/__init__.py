"""The suites that run the programs as a whole: one package, which is found with Tests in PYTHONPATH, on a host, in a guest and in a root.

What they share is beside this file: a running `Appliance`, `wait` and the other instruments of clocks.py, the `Door` of fakes, and where things
are. A folder is a suite; its `run` installs what it needs."""
