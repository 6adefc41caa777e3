// What is tapped is kept on this phone until the table has it, question by question and deal by
// deal, and the page says when there is no network.
import { all, one } from "../dom.js";
import { busy, renew } from "../news.js";
import { onTap } from "../pad/early_taps.js";
import { answer, fold, waiting } from "../pad/folding.js";
import { rank } from "../pad/order.js";
import { submitted, writes } from "../request.js";
const LATER = "sent when back online";

// --- The shelf: an item a question and an item a deal, so that two tabs never write the same ----
const memory = new Map(); // for a browser that keeps nothing
let lasting = true;
const put = (item) => {
  const text = JSON.stringify(item);
  try {
    localStorage.setItem(item.name, text);
    memory.delete(item.name);
  } catch {
    lasting = false;
    memory.set(item.name, text);
  }
};
const drop = ({ name }) => {
  memory.delete(name);
  try { localStorage.removeItem(name); } catch { /* private mode */ }
};
const shelf = (kind) => {
  const found = new Map(memory);
  try { for (const name of Object.keys(localStorage)) found.set(name, localStorage.getItem(name)); } catch { /* private mode */ }
  const items = [...found].filter(([name]) => name.startsWith(`${kind} `)).map(([, text]) => JSON.parse(text));
  return items.sort((one, two) => one.at - two.at || one.name.localeCompare(two.name, "en", { numeric: true }));
};
const deals = () => shelf("deal");
const taps = (table) => shelf("tap").filter((tap) => !table || tap.table === table);
try { // as they were kept before
  for (const deal of JSON.parse(localStorage.unsent || "[]")) put({ ...deal, name: `deal ${deal.key}`, at: 0, what: "A deal", said: "" });
  delete localStorage.unsent;
} catch { /* private mode */ }

// --- What the page says -------------------------------------------------------------------------
const form = () => one("form#pad[data-deal]");
const table = () => new URL(form().action).pathname;
const byItself = () => form().getAttribute("hx-trigger") !== "submit"; // a seat's answer goes out when it is told to
const named = (field, from = form()) => all(`[name="${CSS.escape(field)}"]:not([data-kept])`, from);
const heading = () => one(".bar h1")?.firstChild.textContent.trim() || document.title;
const titled = () => `${heading()}, deal ${form()?.dataset.deal}`;
const seen = (field, body = new FormData(form())) => // of half a pair, the pair's
  +(body.get(`seen.${field}`) ?? body.get(`seen.${field.replace(/\.\w+$/, "")}`) ?? 0);
const drawn = (field) => named(field).flatMap((input) => {
  if (input.matches("[type=radio], [type=checkbox]")) return input.hasAttribute("checked") ? [input.value] : [];
  return [input.getAttribute("value") || ""];
});
const same = (one, two) => one.filter(Boolean).join() === two.filter(Boolean).join();
const words = (inputs) => inputs.map((input) => {
  const key = input.closest(".key");
  return key ? [...one("span", key).childNodes].map((part) => part.textContent.trim()).join(" ") : input.value;
}).join(" ");
const place = (input) => input.closest(".row, .catch") || input.closest(".ask") || input.form;
const standing = (at) => all("[data-place], .key:not([data-place])", at).sort((one, two) => (one.dataset.place || 0) - (two.dataset.place || 0));
const chosen = (at, pressed) => [...standing(at).flatMap((key) => all(pressed, key)), ...all("input[type=text]", at)].filter((input) => input.value);
const label = (at) => at.getAttribute("aria-label") || one("legend, summary", at)?.textContent || "";
const said = (at) => `${label(at)} ${words(chosen(at, ":checked"))}`.trim();
const answers = () => all("#pad :is(.row, .catch, .ask:not(.by))").filter((at) => !one(".row, .catch", at) && chosen(at, ":checked").length).map(said).join(", ");

// --- What is tapped -----------------------------------------------------------------------------
const tapped = (input) => {
  if (input.form !== form() || !input.name) return;
  const order = input.closest(".order");
  const fields = order ? all(`[name^="${CSS.escape(order.dataset.name)}."]`, input.closest(".ask")).map((one) => one.name) : [input.name];
  const data = new FormData(input.form);
  for (const field of new Set(fields)) {
    const name = `tap ${table()} ${field}`;
    const before = taps(table()).find((tap) => tap.name === name);
    const values = order ? data.getAll(field).slice(-1) : data.getAll(field);
    put({
      name, field, values, table: table(), deal: +form().dataset.deal, seen: seen(field), at: Date.now(),
      mine: before ? [...before.mine, before.values] : [], due: byItself(), what: titled(),
      said: said(place(input)),
    });
  }
  const whole = deals().find((deal) => deal.key === input.form.elements.key.value);
  if (whole && !whole.refused) drop(whole); // it is being put right, and its key is to be pressed again
  about = "taps";
  if (away) tell();
};

// --- What has come to the table -----------------------------------------------------------------
const arrived = (body) => {
  const saved = writes(body.get("do"));
  for (const tap of taps(table())) {
    const sent = body.getAll(tap.field);
    const same = sent.slice(-tap.values.length).join() === tap.values.join() && (sent.length || !tap.values.length);
    if (same && (saved || seen(tap.field) || !tap.values.join(""))) drop(tap);
    else if (tap.seen === seen(tap.field, body)) put({ ...tap, done: same, seen: seen(tap.field) }); // half an answer, or tapped since
  }
};

// --- What is kept goes over what the table has, save where another phone has answered since -----
const merge = () => {
  const pad = form();
  if (!pad || "typed" in pad.dataset) return;
  let due = false;
  const disputes = new Map();
  for (const tap of taps(table())) {
    const has = drawn(tap.field);
    if (tap.deal !== +pad.dataset.deal) {
      if (tap.done) drop(tap);
    } else if (same(has, tap.values) && (seen(tap.field) || !tap.values.join(""))) {
      drop(tap);
    } else if (seen(tap.field) !== tap.seen && !tap.mine.some((values) => same(values, has))) {
      const at = named(tap.field).filter((input) => input.type !== "hidden").map(place)[0];
      if (at) disputes.set(at, [...disputes.get(at) || [], tap]);
    } else {
      apply(tap);
      due ||= tap.due && !tap.done;
    }
  }
  disputes.forEach((items, at) => dispute(at, items));
  fold();
  if (due && window.htmx) byItself() ? pad.dispatchEvent(new Event("change", { bubbles: true })) : pad.requestSubmit(one(".act .main"));
  tell();
};
const apply = ({ field, values }) => {
  const [value] = values.slice(-1);
  const board = all(".order", form()).find((order) => field.startsWith(`${order.dataset.name}.`));
  const seat = board && value && document.getElementById(`${board.dataset.name}-${value}`);
  if (board) {
    if (seat && !seat.closest("[data-place]")) { seat.checked = true; rank(seat); }
    return;
  }
  const inputs = named(field).filter((input) => input.type !== "hidden");
  for (const input of inputs) {
    if (input.type !== "text") input.checked = values.includes(input.value);
    else if (input !== document.activeElement) input.value = value;
  }
  const chosen = inputs.find((input) => input.checked);
  if (chosen) answer(chosen);
  if (chosen || inputs.some((input) => input.type === "text")) return;
  for (const one of values.filter(Boolean)) { // is asked only once the table knows of it
    const input = Object.assign(document.createElement("input"), { type: "hidden", name: field, value: one });
    input.dataset.kept = "";
    form().append(input);
  }
};
const button = (text, press) => Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: press });
const dispute = (at, items) => {
  const theirs = words(chosen(at, "[checked]"));
  const ours = items.at(-1).said.slice(label(at).length).trim();
  const told = Object.assign(document.createElement("p"), { className: "fault", textContent: theirs ? `Another phone entered ${theirs}; you entered ${ours}.` : `Another phone cleared this; you entered ${ours}.` });
  const keys = Object.assign(document.createElement("p"), { className: "acts" });
  const decide = (then) => () => { told.remove(); keys.remove(); then(); };
  keys.append(
    button(`Use ${ours || "mine"}`, decide(() => { for (const tap of items) put({ ...tap, seen: seen(tap.field), due: byItself() }); merge(); })),
    button(theirs ? `Use ${theirs}` : "Leave blank", decide(() => { items.forEach(drop); fold(); tell(); })),
  );
  delete at.dataset.done;
  at.classList.remove("done", "later");
  at.append(told, keys);
  for (let out = at; out !== form(); out = out.parentElement) if (out.matches("details")) out.open = true;
};

// --- No network, and again one -----------------------------------------------------------------
const WHY = { offline: "Offline.", waiting: "No answer yet.", server: "The server isn't answering." };
let away = ""; // why there is no answer; empty where all is well
let about = "taps"; // what was given last: taps, a deal, another key
let original = ""; // the wide key, as the server drew it
let returned = false;
const late = ({ at }) => away || Date.now() - at > 2000; // before that it is on its way
const waits = () => [...deals(), ...taps().filter((tap) => tap.due && !tap.done)];
const unsent = () => waits().filter((item) => late(item) || (item.table ? item.table !== location.pathname : !item.fresh));

const say = (kind, text) => {
  const message = one(".act #message");
  if (!message || message.textContent === text) return;
  Object.assign(message, { className: `message ${kind}`, textContent: text });
  message.dataset.kept = "";
};
const unsay = () => {
  const message = one("#message[data-kept]");
  if (!message) return;
  Object.assign(message, { className: "message", textContent: "" });
  delete message.dataset.kept;
};
const tell = () => {
  const count = unsent().length;
  const text = [WHY[away] && (away === "offline" ? "offline" : "no answer"), count && `${count} unsent`].filter(Boolean).join(", ");
  let chip = one(".bar .unsent");
  if (!text) chip?.remove();
  else if (!chip) {
    chip = button("", list);
    chip.className = "unsent warn";
    one(".bar h1")?.after(chip);
  }
  if (text) chip.textContent = text;
  if (!away) {
    if (returned && !waits().length) { say("good", "Back online. All sent."); returned = false; }
    return;
  }
  if (about === "key") say("warn", `${WHY[away]} Try again when connected.`);
  else if (lasting) say("warn", `${WHY[away]} Saved on this phone, ${LATER}.`);
  else say("warn", `${WHY[away]} This browser can't save offline: keep this page open until you are back online.`);
  if (form() && away !== "waiting") promise();
};
// The wide key says what it will do without a network.
const promise = () => {
  const key = one(".act .main[value=keep], .act .main[value=save]");
  if (!key) return;
  original ||= key.innerHTML;
  const [open] = byItself() ? waiting() : [];
  const [title, below] = key.value === "save" ? [`Save deal ${form().dataset.deal}`, `saved on this phone, ${LATER}`]
    : open ? [`Next: ${[...new Set([one("legend", open.closest(".ask"))?.textContent, open.getAttribute("aria-label")])].filter(Boolean).join(", ")}`, `saved on this phone, ${LATER}`]
    : byItself() ? ["Saved on this phone", "continues when back online"]
    : [key.firstChild.textContent, `saved on this phone, ${LATER}`];
  key.replaceChildren(title, Object.assign(document.createElement("span"), { className: "sub", textContent: below }));
};
const gone = (why, act) => {
  away = why;
  if (act) about = act;
  tell();
};
const back = () => {
  if (!away) return;
  const slow = away === "waiting"; // it came after all, and the pad with it
  returned ||= !slow;
  away = "";
  delete document.documentElement.dataset.copy;
  const key = original && one(".act .main");
  if (key) key.innerHTML = original;
  original = "";
  unsay();
  tell();
  if (!slow) flush().then(() => { if (form() && window.htmx) busy() ? merge() : renew(); });
};
addEventListener("offline", () => gone("offline"));
addEventListener("online", () => { look(); flush(); });
const look = () => {
  const news = one("#news")?.getAttribute("hx-get");
  if (!news) return back();
  fetch(news, { signal: AbortSignal.timeout?.(5000) }).then((answer) => { if (answer.status < 500) back(); }, () => {});
};
setInterval(() => { if (away && away !== "waiting" && !document.hidden) look(); }, 2000);

const kindOf = (act) => writes(act) ? "deal" : act && act !== "keep" ? "key" : "taps";
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { request } = ctx;
  const posts = request.method === "POST";
  const act = submitted(request);
  if (posts && form() && act === "keep") for (const tap of taps(table())) put({ ...tap, due: true });
  if (writes(act)) {
    const name = `deal ${request.body.get("key")}`;
    const known = deals().find((deal) => deal.name === name);
    put({ ...known, name, key: request.body.get("key"), url: request.action, body: [...request.body.entries()], at: Date.now(), what: form() ? titled() : heading(), said: answers(), fresh: !known, refused: 0 });
  }
  ctx.slow = setTimeout(() => gone("waiting", posts ? kindOf(act) : undefined), posts ? 800 : 2500);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  clearTimeout(ctx.slow);
  if (writes(submitted(ctx.request)) && !ctx.response) failed(ctx.request);
});
document.addEventListener("htmx:after:request", ({ detail: { ctx: { hx, request, response, slow } } }) => {
  clearTimeout(slow);
  const { status } = response;
  if (status >= 500 && !hx?.retarget) {
    failed(request);
    return gone("server", kindOf(submitted(request)));
  }
  if (writes(submitted(request))) settle(request, status);
  back();
});
document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (!ctx || ctx.response) return;
  clearTimeout(ctx.slow);
  gone(error?.name === "AbortError" ? "server" : "offline", ctx.request.method === "POST" ? kindOf(submitted(ctx.request)) : undefined);
});
const pressed = (request) => deals().find((deal) => deal.name === `deal ${request.body?.get("key")}`);
const failed = (request) => {
  const deal = writes(submitted(request)) && pressed(request);
  if (deal) put({ ...deal, fresh: false });
};
const settle = (request, status) => {
  const deal = pressed(request);
  if (!deal) return;
  if (status < 400 || status >= 500 || deal.fresh && [409, 422, 429].includes(status)) drop(deal); // it is told on the page, with all that was typed
  else put({ ...deal, fresh: false, refused: status });
};
document.addEventListener("htmx:after:swap", ({ detail: { ctx: { hx, request, response, sourceElement } } }) => {
  if (hx?.retarget || !form()) return tell();
  original = "";
  const posted = sourceElement.id === "pad";
  if (posted && response.status < 400) arrived(request.body);
  if (posted && response.status === 409 && !writes(submitted(request))) return renew();
  merge();
});

// --- Deals that could not be sent are sent again, each under its key ----------------------------
const here = (deal) => location.pathname === new URL(deal.url, location.href).pathname;
const send = async (deal) => {
  const post = () => fetch(deal.url, { method: "POST", body: new URLSearchParams(deal.body), signal: AbortSignal.timeout?.(10000) });
  const reply = await post();
  return reply.status === 400 && await stamped(deal) ? post() : reply;
};
// The page's token may have grown old: the deal is given that of a new page.
const stamped = async (deal) => {
  const page = await fetch(deal.url, { signal: AbortSignal.timeout?.(10000) });
  const token = page.ok && new DOMParser().parseFromString(await page.text(), "text/html").querySelector("[name=csrf_token]")?.value;
  if (token) deal.body = deal.body.map(([name, value]) => [name, name === "csrf_token" ? token : value]);
  return Boolean(token);
};
const accepted = (deal) => {
  drop(deal);
  const { pathname } = new URL(deal.url, location.href);
  for (const tap of taps(pathname)) if (tap.at <= deal.at) drop(tap);
  tell();
  if (here(deal)) form() && window.htmx && !busy() ? renew() : location.reload();
};
let sending = false;
const flush = async () => {
  if (sending) return;
  sending = true;
  try {
    for (const deal of deals()) {
      if (deal.refused || deal.fresh && Date.now() - deal.at < 15000) continue;
      const reply = await send(deal);
      if (reply.status >= 500 || reply.status === 429) break;
      if (reply.ok) accepted(deal);
      else {
        put({ ...deal, fresh: false, refused: reply.status });
        if (here(deal)) return open(deal);
      }
      tell();
    }
  } catch { /* still no network */ } finally { sending = false; }
};
setInterval(flush, 10000);
setInterval(tell, 2000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
addEventListener("storage", () => tell());

// What was refused is put again as a form of its own: the answer is the pad with what was typed.
const open = (deal) => {
  const again = Object.assign(document.createElement("form"), { method: "post", action: deal.url, hidden: true });
  for (const [name, value] of deal.body) again.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(again);
  again.submit();
};

// --- The list of what is not sent: it stays until somebody has decided ---------------------------
const REFUSED = {
  400: "The page had expired.", 403: "This phone no longer has access.", 404: "The game no longer exists.",
  409: "The game has changed.", 410: "The game no longer exists.", 422: "An entry was refused.",
};
const entry = (what, said, why, items, ...keys) => {
  const line = document.createElement("li");
  const acts = Object.assign(document.createElement("p"), { className: "acts" });
  acts.append(...keys, button("Discard", () => {
    items.forEach(drop);
    const former = [...line.childNodes];
    line.replaceChildren("Discarded. ", button("Restore", () => { items.forEach(put); line.replaceChildren(...former); tell(); }));
    tell();
  }));
  line.append(Object.assign(document.createElement("b"), { textContent: what }), Object.assign(document.createElement("span"), { className: "why", textContent: [said, why].filter(Boolean).join(". ") }), acts);
  return line;
};
const dealLine = (deal) => {
  const again = button("Send again", async () => {
    try {
      const reply = await send(deal);
      if (reply.ok) accepted(deal);
      else put({ ...deal, fresh: false, refused: reply.status });
    } catch { gone("offline"); }
    list();
  });
  const why = deal.refused ? REFUSED[deal.refused] || `Refused (${deal.refused}).` : "Waiting to be sent.";
  const look = button("Open in the game", () => stamped(deal).then(() => open(deal), () => gone("offline")));
  return entry(deal.what, deal.said, why, [deal], again, look);
};
const tapLine = (items) => {
  const [{ table: game, deal, what }] = items;
  const passed = form() && table() === game && +form().dataset.deal !== deal;
  const why = passed ? `Deal ${deal} was saved without ${items.length > 1 ? "them" : "it"}.` : "Waiting to be sent.";
  const link = Object.assign(document.createElement("a"), { href: game, textContent: "Open the game" });
  return entry(what, items.map((tap) => tap.said).join(", "), why, items, ...location.pathname === game ? [] : [link]);
};
const list = () => {
  let sheet = one("dialog.kept");
  if (!sheet) {
    sheet = Object.assign(document.createElement("dialog"), { className: "kept" });
    sheet.setAttribute("aria-label", "Not sent yet");
    sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
    document.body.append(sheet);
  }
  const groups = new Map();
  for (const tap of waits().filter((one) => one.table)) {
    const group = `${tap.table} ${tap.deal}`;
    groups.set(group, [...groups.get(group) || [], tap]);
  }
  const lines = Object.assign(document.createElement("ul"), { className: "lines" });
  lines.append(...deals().map(dealLine), ...[...groups.values()].map(tapLine));
  const note = away ? `${WHY[away]} Saved on this phone, ${LATER}.` : "Saved on this phone until it is sent or you discard it.";
  sheet.replaceChildren(
    Object.assign(document.createElement("h2"), { textContent: "Not sent yet" }),
    Object.assign(document.createElement("p"), { className: "note", textContent: note }),
    lines,
    Object.assign(button("Close", () => sheet.close()), { className: "main" }),
  );
  if (!sheet.open) sheet.showModal();
};

// --- A copy of the pad, for when it is loaded while offline -------------------------------------
const MOST_COPIED = 12;
const copy = async () => {
  if (!window.isSecureContext || !window.caches || !one("main.table") || one("[data-typed]") || away) return;
  const page = document.documentElement.cloneNode(true);
  for (const ours of all("dialog.kept, .unsent, input[data-kept]", page)) ours.remove();
  page.dataset.copy = "";
  try {
    const pads = await caches.open("scorekeeper-pads");
    await pads.put(location.pathname, new Response(`<!doctype html>${page.outerHTML}`));
    const old = (await pads.keys()).filter((one) => new URL(one.url).pathname.startsWith("/t/")).slice(0, -MOST_COPIED);
    for (const one of old) await pads.delete(one);
  } catch { /* the phone has no room */ }
};
let soon = 0;
const copySoon = () => { clearTimeout(soon); soon = setTimeout(copy, 300); };
document.addEventListener("htmx:after:swap", copySoon);

// Without htmx a page's form goes by itself, and its answer is another page.
document.addEventListener("submit", (event) => {
  if (window.htmx || event.target !== form()) return;
  if (!navigator.onLine) {
    event.preventDefault();
    return gone("offline");
  }
  for (const tap of taps(table())) put({ ...tap, due: true, done: true });
});

onTap(tapped);
if (navigator.onLine === false || "copy" in document.documentElement.dataset) gone("offline");
merge();
tell();
copySoon();
flush();
