/** What the kiosk says, in each language. */
const tables = {
    en: {
        title: "Ticket machine",
        welcome: "Thank you. Your ticket is being printed.",
        start: "Continue",
        question: "Print the receipt?",
        seen: "I see you.",
        unseen: "I do not see you. Please stand in front of the camera.",
        how: "Nod: yes. Shake your head: no. Or press a button.",
        buttons: "Please press a button.",
        left: "Seconds left to nod: {seconds}",
        yes: "Yes",
        no: "No",
        printing: "Your receipt is being printed.",
        without: "No receipt."
    },
    de: {
        title: "Fahrkartenautomat",
        welcome: "Danke. Ihre Fahrkarte wird gedruckt.",
        start: "Weiter",
        question: "Beleg drucken?",
        seen: "Ich sehe Sie.",
        unseen: "Ich sehe Sie nicht. Bitte stellen Sie sich vor die Kamera.",
        how: "Nicken: ja. Kopf schütteln: nein. Oder einen Knopf drücken.",
        buttons: "Bitte einen Knopf drücken.",
        left: "Noch {seconds} Sekunden zum Nicken",
        yes: "Ja",
        no: "Nein",
        printing: "Ihr Beleg wird gedruckt.",
        without: "Kein Beleg."
    }
};

/** The language to use: the configured one, else the browser's if there is a table, else English. */
export function language(configured) {
    return [configured, ...navigator.languages.map(tag => tag.slice(0, 2))].find(tag => tag in tables) ?? "en";
}

export function texts(language) {
    return (name, values = {}) => tables[language][name].replace(/\{(\w+)\}/g, (_, value) => values[value]);
}
