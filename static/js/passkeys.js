// Passkeys: the server says what to sign, the browser asks its owner, and the form sends the result
// back.
import { all, one } from "./dom.js";
import { say } from "./say.js";

const form = one("#passkey");
const fault = one("#passkey-fault");

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The server's JSON as the options that the browser expects. */
const asOptions = (sent) => {
  const options = { ...sent, challenge: bytes(sent.challenge) };
  if (sent.user) options.user = { ...sent.user, id: bytes(sent.user.id) };
  for (const list of ["excludeCredentials", "allowCredentials"])
    options[list] = (sent[list] ?? []).map((known) => ({ ...known, id: bytes(known.id) }));
  return options;
};

/** The browser's credential as JSON. */
const asJson = (made) => {
  const response = {};
  for (const part of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ])
    if (made.response[part]) response[part] = text(made.response[part]);
  const { id, type } = made;
  return JSON.stringify({
    id,
    rawId: text(made.rawId),
    type,
    response,
    clientExtensionResults: {},
  });
};

const ask = async (what) => {
  const body = new FormData(form);
  body.set("do", `options.${what}`);
  const answer = await fetch(form.action || location.href, {
    method: "POST",
    body: new URLSearchParams(body),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  const publicKey = asOptions(await answer.json());
  return what === "create"
    ? navigator.credentials.create({ publicKey })
    : navigator.credentials.get({ publicKey });
};

for (const key of all("[data-passkey]"))
  key.addEventListener("click", async () => {
    const what = key.dataset.passkey;
    try {
      form.elements.credential.value = asJson(await ask(what));
    } catch {
      fault.textContent = say("No passkey was used. Try again.");
      return;
    }
    const done = document.createElement("input");
    Object.assign(done, { type: "hidden", name: "do", value: what });
    form.append(done);
    form.submit();
  });
