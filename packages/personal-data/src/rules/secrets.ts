import type { PiiSpan } from '../engine';

const passwordCue =
  /(?<![\p{L}\d])(?:pass(?:word|code|wort|phrase)|pwd|kennwort|zugangscode|mot de passe|mdp|contraseña|clave|senha|palavra-passe|wachtwoord|hasło|lösenord|adgangskode|salasana|parola(?: d'ordine)?|(?:pw|pass|pin)(?=\s?[:=]))(?![\p{L}\d])/giu;
const userCue =
  /(?<![\p{L}\d])(?:user[ _-]?(?:name|id)|login(?: name)?|logon|benutzer(?:name|kennung)|anmeldename|nom d'utilisateur|identifiant|nombre de usuario|nome utente|nome de (?:usuário|utilizador)|gebruikersnaam|nazwa użytkownika|screen name|nickname|(?:user|account|usuario|utilisateur|utente|benutzer|gebruiker|handle)(?=\s?[:=]|\s\p{L}[\p{L}.-]{0,24}[\d_]))(?![\p{L}\d])/giu;
/** Words that stand before a user name only if it looks like one. */
const everydayCue =
  /^(?:user|account|login|logon|usuario|utilisateur|utente|benutzer|gebruiker|handle|identifiant)$/iu;
/** Up to three words between a cue and its value, then the value. */
const passwordValue =
  /(?:\s{1,2}(?:is|was|are|ist|lautet|war|est|es|è|é|jest|to|now|temporary|new|neu|von|for|für)){0,3}\s{0,2}([:=]?)\s{0,2}["'“\u0060]?([^\s"'“”\u0060,;<>]{4,64})/iuy;
const userValue =
  /(?:\s{0,2}(?:[:=]|\bis\b|\bist\b|\blautet\b|\best\b|\bes\b|\bè\b|\bé\b|\bjest\b)|(?=\s\p{L}[\p{L}.-]{0,24}[\d_]))\s{0,2}["'“\u0060]?@?([\p{L}\p{N}][\p{L}\p{N}._-]{2,31})/iuy;
const noSecret =
  /^(?:string|text|password|passwort|required|optional|null|none|true|false|undefined|hidden|reset|changed?|expired|protected|forgot(?:ten)?|vergessen|enter|confirm|login|please|your|must|should|minimum|invalid|incorrect|wrong|falsch|length|policy|strong|weak|empty|example|\*+|•+|x+|\.+|https?:.*|\$\{.*|\d{1,3})$/i;

/** Passwords and user names after the words that announce them. */
export function findSecrets(text: string): PiiSpan[] {
  return [...findPasswords(text), ...findUsernames(text)];
}

function findPasswords(text: string): PiiSpan[] {
  return valuesBehind(text, passwordCue, passwordValue, ([, sign, value]) => {
    const secret = value!.replace(/[.)\]}]+$/, '');
    if (noSecret.test(secret.replace(/[!?]+$/, ''))) return null;
    const isMixed = /[\d!@#$%^&*+=~_]/.test(secret) || /\p{Ll}\p{Lu}/u.test(secret);
    return isMixed || (sign !== '' && secret.length >= 6) ? secret : null;
  }).map((span) => ({ ...span, tag: 'PASSWORD' }));
}

function findUsernames(text: string): PiiSpan[] {
  return valuesBehind(text, userCue, userValue, ([, value], cue) => {
    const name = value!.replace(/[._-]+$/, '');
    if (everydayCue.test(cue) && !/[\d._-]|^\p{Ll}{6,}$|\p{Ll}\p{Lu}/u.test(name)) return null;
    return noSecret.test(name) || /^(?:and|or|the|not|your|already|a|an|of|for|in|taken|invalid)$/i.test(name)
      ? null
      : name;
  }).map((span) => ({ ...span, tag: 'USERNAME' }));
}

/** Values that `take` reads from the text after each cue. */
function valuesBehind(
  text: string,
  cue: RegExp,
  form: RegExp,
  take: (found: RegExpExecArray, cue: string) => string | null,
): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(cue)) {
    form.lastIndex = index + word.length;
    const found = form.exec(text);
    const value = found === null ? null : take(found, word);
    if (found === null || value === null || value.length < 3) continue;
    const start = found.index + found[0].length - found.at(-1)!.length;
    spans.push({ start, end: start + value.length });
  }
  return spans;
}
