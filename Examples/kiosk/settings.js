/** What belongs to your kiosk. `nodline key add kiosk --may ask,listen --origin http://localhost:8080` prints the key. */
export const settings = {
    url: "http://localhost:8020",
    key: "",
    /** "en", "de", or "" for the browser's language. */
    language: "",
    /** Seconds for an answer by nod or shake. The buttons have no limit. */
    timeout: 10,
    /** Whether the question is also said aloud, if the browser can. */
    speaks: true
};
