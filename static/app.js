// Comfort for the pad: keys that fold away, the focus that goes forward, others' deals shown. Every
// action is a form that works without this file. `kept.js` comes behind it, and keeps what is tapped.
(() => {
  "use strict";
  const { kept } = document.currentScript.dataset;
  const root = document.documentElement;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const one = (selector, from = document) => from.querySelector(selector);
  root.classList.add("js");

  // --- Folding: what is answered becomes one line, what comes later waits its turn ------------
  const waiting = () => all(".ask:not(.done, .by, .more, .later), .row:not(.done, .later), .catch[data-open]").filter((place) => !one(".row, .catch, [type=checkbox]", place));
  let last = ""; // what was answered last, by name: from there it goes forward, never back
  const next = () => {
    const from = document.getElementsByName(last)[0];
    return waiting().find((place) => !from || from.compareDocumentPosition(place) & 4);
  };

  const show = (open = next() || waiting()[0]) => {
    if (!open || !one("#pad")) return;
    const shift = scrollY + open.getBoundingClientRect().bottom;
    const room = innerHeight - (one(".act")?.offsetHeight || 0);
    const edge = Math.max(8, (one(".totals") || one(".bar")).getBoundingClientRect().bottom);
    scrollTo({ top: shift < room ? 0 : scrollY + open.getBoundingClientRect().top - edge });
  };

  const reopened = new Set(); // by name: an answer that comes in meanwhile must not fold them
  const nameOf = (place) => one("input:not([type=hidden])", place)?.name;

  const fold = () => {
    for (const ask of all(".ask[data-done], .row[data-done]")) {
      ask.classList.toggle("done", !reopened.has(nameOf(ask)));
    }
    for (const more of all("#pad .more")) more.open ||= reopened.has(nameOf(more));
    for (const input of all(".signed > input")) input.inputMode = "tel"; // digits and a plus; the sign has its key
    const open = all("#pad > .ask:not(.done, .by, .more)").filter((ask) => !one("[type=checkbox]", ask));
    open.forEach((ask, place) => ask.classList.toggle("later", place > 2 && !reopened.has(nameOf(ask)) && !all(".fault", ask).length));
    for (const list of all(".perseat")) {
      const open = all(":scope > .row:not(.done)", list);
      open.forEach((row, place) => row.classList.toggle("later", place > 0 && !reopened.has(nameOf(row)) && !all(".fault, .stepper", row).length));
    }
  };

  const answer = (input) => { // whether nothing is left to tap there
    const place = input.closest(".row, .catch") || input.closest(".ask:not(.by)");
    if (!place || input.type !== "radio" || all(".fault", place).length) return false;
    const groups = new Set(all("input[type=radio]", place).map((radio) => radio.name));
    if ([...groups].some((name) => !one(`input[name="${CSS.escape(name)}"]:checked`, place))) return false;
    const said = one(".said b", place);
    if (said && groups.size === 1) {
      said.textContent = one("span", input.closest(".key")).firstChild.textContent;
      place.dataset.done = "";
    }
    if (!place.matches(".more")) last = nameOf(place); // what may be left out stands below what is asked
    reopened.delete(nameOf(place));
    delete place.dataset.open;
    fold();
    return true;
  };
  const answered = (input) => {
    if (!answer(input)) return;
    show();
    goOn();
  };

  // --- Keys: arrows go from one answer to the next, the space bar gives it, the focus follows ---
  let byKey = false;
  document.addEventListener("pointerdown", () => { byKey = false; }, true);
  document.addEventListener("keydown", (event) => {
    byKey = true;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const order = event.target.closest(".order");
    if (!step || !(order || event.target.type === "radio") || event.target.form?.id !== "pad") return;
    event.preventDefault();
    const name = CSS.escape(event.target.name);
    const answers = order ? all("input", order) : all(`input[type=radio][name="${name}"]:enabled`, event.target.form);
    answers.at((answers.indexOf(event.target) + step) % answers.length).focus();
  }, true);

  const goOn = () => {
    const at = document.activeElement;
    const folded = at.matches("input") && at.closest(".done, .later, details:not([open])");
    if (folded || byKey && at === document.body) focus(next() || one(".act .main"));
  };
  const focus = (place, asked) => {
    let to = one("input:checked", place) || one("input:not([type=hidden])", place) || place;
    if (!byKey && !asked && to.type === "text") to = place; // a thumb has asked for no keyboard yet
    if (to === place && !place.matches("button")) place.tabIndex = -1;
    to.focus({ preventScroll: true });
  };

  // --- The wide key leads to the question that it names -----------------------------------------
  const lead = () => {
    const name = one(".act .main")?.dataset.next;
    const input = name && one(`#pad :is([name="${CSS.escape(name)}"], [name^="${CSS.escape(name)}."]):not([type=hidden])`);
    let place = input?.closest(".row, .catch") || input?.closest(".ask");
    if (!place || place.matches(".done")) place = name && waiting()[0]; // answered, and not told yet
    if (!place) return false;
    for (let out = place; out && out.id !== "pad"; out = out.parentElement) {
      if (!out.matches(".later, details")) continue;
      reopened.add(nameOf(out));
      out.classList.remove("later");
      out.open = true;
    }
    mark(place);
    focus(place, true);
    return true;
  };
  const mark = (place) => {
    for (const old of all(".here")) old.classList.remove("here");
    place.classList.add("here");
    show(place);
  };
  document.addEventListener("submit", (event) => { if (event.submitter?.value === "keep") lead(); });

  // --- An order: a tap puts a name behind the others, another takes it out, before the answer comes
  const rank = (input) => {
    const board = input.closest(".order");
    const names = all("label.key", board);
    const placed = names.filter((name) => name.dataset.place && !name.contains(input));
    placed.sort((a, b) => a.dataset.place - b.dataset.place);
    if (input.checked) placed.push(input.closest(".key"));
    for (const name of names) {
      const place = placed.indexOf(name);
      const box = one("input", name);
      if (place < 0) delete name.dataset.place; else name.dataset.place = place + 1;
      box.type = place < 0 ? "radio" : "checkbox";
      box.name = `${board.dataset.name}.${place < 0 ? placed.length : place}`;
      box.checked = place >= 0;
    }
  };

  // what may be struck belongs to what was just refused, not to a new try of it
  document.addEventListener("change", (event) => { if (event.target.name === "also") event.stopPropagation(); }, true);
  document.addEventListener("change", (event) => {
    if (event.target.id === "ranked") {
      try { localStorage.ranked = +event.target.checked; } catch { /* private mode */ }
      one(".menu").open = false;
    }
    if (event.target.form?.id !== "pad") return;
    if (event.target.closest(".order")) rank(event.target);
    if (event.target.closest(".by")) scrollTo(0, 0);
    answered(event.target);
    window.scorekeeper.tapped(event.target);
  });
  document.addEventListener("input", (event) => {
    if (event.target.form?.id === "pad" && event.target.type === "text") window.scorekeeper.tapped(event.target);
  });

  document.addEventListener("click", (event) => {
    // it takes the place of the key that saved the last deal: a second tap was meant for that one
    if (event.target.closest("[value=again]") && Date.now() - drawn < 900) event.preventDefault();
    const said = event.target.closest("button.said");
    if (said) {
      const place = said.closest(".row, .ask");
      reopened.add(nameOf(place));
      place.classList.remove("done", "later");
      (one("input:checked", place) || one("input", place))?.focus();
      fold();
    }
    if (event.target.matches("#pad [type=radio][checked]")) answered(event.target); // the same again
    const more = event.target.closest("#pad .more > summary")?.parentElement;
    if (more) reopened[more.open ? "delete" : "add"](nameOf(more));
    const step = event.target.closest("[data-step]");
    if (step) {
      const input = one("input", step.parentElement);
      const value = sum(input.value || input.placeholder);
      const turned = -value || (input.value === "-" ? "" : "-"); // a minus waits for its number
      input.value = step.dataset.step ? value + +step.dataset.step : turned;
      if (input.value === "-") input.focus(); else input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });

  // --- A list that is typed: a sum will do, and Enter goes to the next field; the last one saves --
  const sum = (text) => (text.replace(/\s/g, "").replaceAll("−", "-").match(/[+-]?\d+/g) || []).reduce((all, term) => all + +term, 0);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("#pad .perseat input[type=text]")) return;
    const fields = all(".perseat input[type=text]", event.target.form);
    const after = fields[fields.indexOf(event.target) + 1];
    event.preventDefault();
    if (!after) {
      event.target.blur(); // what was typed is known before it is sent
      return event.target.form?.requestSubmit(one(".act .main"));
    }
    after.focus();
    after.select();
  });

  // --- After an answer came: fold again, and let the voice and the focus follow ----------------
  let opened = []; // of the record: by what it says, for another deal may come to stand in its place
  let drawn = 0; // when the last answer came
  const settled = ({ detail: { ctx: { hx, request, sourceEvent } } }) => {
    if (hx?.retarget) { // only what went wrong was told: what was typed stays
      one("#message").className = "message bad";
      return;
    }
    const pressed = sourceEvent?.type === "submit" && doing(request);
    drawn = Date.now();
    if (pressed) reopened.clear();
    // a deal that was undone lies open: what was wrong in it is one tap
    if (pressed && one("#pad[data-reopened]")) all("#pad [data-done]").forEach((place) => reopened.add(nameOf(place)));
    // morphing keeps what was tapped; what the server drew is what counts
    for (const input of all("#pad input")) {
      if (input.matches("[type=radio], [type=checkbox]")) input.checked = input.hasAttribute("checked");
      else if (input.type === "text" && (pressed || input !== document.activeElement)) input.value = input.getAttribute("value") || "";
    }
    for (const line of all(".record summary")) line.parentElement.open = opened.includes(line.textContent);
    fold();
    if (!pressed) return goOn();
    const bad = [...all(":is(.row, .catch):has(.fault) input"), ...all(".ask.bad :is(input, .said), [aria-invalid=true]")].find((place) => place.offsetParent);
    if (!bad && pressed === "keep" && !one("#message")?.textContent && lead()) return;
    const wrong = one(".act .main[data-next]") && bad?.closest(".ask");
    if (wrong) mark(wrong);
    (bad || one("#message"))?.focus({ preventScroll: !bad });
    if (!bad) pressed === "keep" ? show() : scrollTo(0, 0);
  };
  document.addEventListener("htmx:after:swap", settled);

  // --- What a list was asked for stands in its address, for whoever comes back to it ------------
  document.addEventListener("htmx:after:swap", () => {
    const form = one("form[data-asked]");
    if (form) history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}`);
  });

  const doing = (request) => request?.body?.get?.("do");
  const writes = (act) => act === "save" || act === "rest";
  document.addEventListener("htmx:before:swap", (event) => {
    const { hx, response: { status } } = event.detail.ctx;
    const foreign = status >= 500 && !hx?.retarget; // from what stands before a server that is away
    if (foreign || event.target.id === "news" && busy()) event.preventDefault(); // tapped meanwhile
    opened = all(".record [open] > summary").map((line) => line.textContent);
  });

  // --- What others write ----------------------------------------------------------------------
  const busy = () => one(".menu[open], [hx-trigger=submit] :checked:not([checked])") ||
    document.activeElement?.matches("input[type=text], textarea");
  setInterval(() => {
    if (window.htmx && one("#news") && !document.hidden && !one(".htmx-request") && !busy()) htmx.trigger("#news", "news");
  }, 2000);

  // --- The screen stays awake beside the cards, where the browser allows it ---------------------
  const wake = () => {
    if (!document.hidden && one(".act")) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && one(".menu[open]");
    if (!menu) return;
    menu.open = false;
    one("summary", menu).focus();
  });
  document.addEventListener("click", (event) => {
    const menu = one(".menu[open]");
    if (!menu || menu.contains(event.target)) return;
    menu.open = false;
    if (event.detail) { event.preventDefault(); event.stopPropagation(); } // a tap beside it only closes it
  }, true);

  if (window.isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
  try { if (+localStorage.ranked) one("#ranked").checked = true; } catch { /* private mode, or a pad of two sides */ }
  fold();
  wake();

  const early = []; // tapped before what keeps it is here
  window.scorekeeper = { all, one, fold, answer, rank, waiting, busy, doing, writes, early, tapped: (input) => early.push(input) };
  if (kept) document.head.append(Object.assign(document.createElement("script"), { src: kept }));
})();
