// Texts for people. The server replaces the texts of `say("...")` by those in the current language
// (`web/shared/assets.py`), so each has to be a literal string.

const LANGUAGE = document.documentElement.lang || "en";

/** How dates and numbers are written; by "English" we mean British English. */
export const LOCALE = LANGUAGE === "en" ? "en-GB" : LANGUAGE;

const KINDS = ["zero", "one", "two", "few", "many", "other"]; // in the order of a catalogue's forms

/** The index of the word form for this number. */
const wordForm = (count) => {
  const rules = new Intl.PluralRules(LOCALE);
  const { pluralCategories } = rules.resolvedOptions();
  const kinds = KINDS.filter((kind) => pluralCategories.includes(kind));
  return kinds.indexOf(rules.select(count));
};

/** The text with its values: `{n}` is one of them, `{n:seat|seats}` the word that goes with it. */
export const say = (text, values = {}) =>
  text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, words) => {
    if (!words) return values[name];
    const forms = words.split("|");
    return forms[Math.min(wordForm(values[name]), forms.length - 1)];
  });
