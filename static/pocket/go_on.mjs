// The page that goes on with a game of the server: what was entered there and could not be sent is
// entered here, each deal under its key, then what was answered of the next one.

const link = document.getElementById("go-on");
const here = link.getAttribute("href");
const there = `/t/${link.dataset.of}`;
const ANSWERS = `going-on ${there}`;

const items = (kind) =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(`${kind} `))
    .map((name) => JSON.parse(localStorage.getItem(name)))
    .sort((one, other) => one.at - other.at);

// What a pad's form sends besides answers; that of a new page holds.
const isOfThePage = (name) => /^(csrf_token|key|version|do|seen\..*)$/.test(name);

// Send answers with what the pad's page sends now; whether they were taken.
async function enter(answers, own) {
  const page = await (await fetch(here)).text();
  const form = new DOMParser().parseFromString(page, "text/html").getElementById("pad");
  if (!form) return false;
  const sent = new URLSearchParams(new FormData(form));
  const answered = answers.filter(([name]) => !isOfThePage(name));
  for (const [name] of answered) sent.delete(name);
  for (const [name, value] of answered) sent.append(name, value);
  for (const [name, value] of Object.entries(own)) sent.set(name, value);
  return (await fetch(here, { method: "POST", body: sent })).ok;
}

async function enterAll() {
  for (const deal of items("deal")) {
    if (new URL(deal.url, location.href).pathname !== there || deal.refused) continue;
    const { do: key = "save" } = Object.fromEntries(deal.body);
    if (!(await enter(deal.body, { key: deal.key, do: key }))) return;
    localStorage.removeItem(deal.name);
  }
  const answers = JSON.parse(sessionStorage.getItem(ANSWERS) ?? "[]");
  if (answers.length) await enter(answers, { do: "keep" });
  sessionStorage.removeItem(ANSWERS);
  for (const tap of items("tap")) if (tap.table === there) localStorage.removeItem(tap.name);
}

await enterAll();
// the page around the app leads back when the server answers again
sessionStorage.setItem("came-from", there);
location.replace(here);
