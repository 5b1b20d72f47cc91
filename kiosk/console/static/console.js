// The official's page: shows what the table tells, and asks for what the official touches.
// It holds no text and knows no rule; what it cannot hear, it does not show as fresh.
"use strict";

const formKey = document.querySelector('meta[name="form-key"]').content;
const board = document.getElementById("board");
const panel = document.getElementById("panel");
const toast = document.getElementById("toast");
const curtain = document.getElementById("curtain");
const stale = document.getElementById("stale");
const FRESH_MS = 3000;
const EXPIRES_MS = { seat: 10000, choice: 10000, dice: 10000 };
const TYPING_MS = 60000;

let words = null;   // verbs and texts
let data = null;    // seats, phase, what can be taken back
let clock = null;   // what counts down, and since when
let heard = null;   // when the table was heard last, by both clocks
let silent = null;  // since when it is not
let tableAway = true;
let asking = null;  // the verb that is being told: {verb, step, values, shown}
let busyUntil = 0;

// -- small makers of elements ---------------------------------------------------------------

function make(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const one of inside) if (one !== null && one !== undefined) element.append(one);
  return element;
}

function key(label, act, className = "key") {
  const element = make("button", className, typeof label === "string" ? make("b", "", label) : label);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function say(word, values = {}) {
  return (words?.say[word] ?? word).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// -- what the table tells -------------------------------------------------------------------

function listen() {
  const stream = new EventSource("/events");
  stream.addEventListener("state", (event) => state(JSON.parse(event.data)));
  stream.addEventListener("beat", (event) => beat(JSON.parse(event.data)));
  stream.addEventListener("lost", (event) => lost(JSON.parse(event.data)));
  stream.addEventListener("ended", () => { stream.close(); location.reload(); });
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) return;  // it tries again by itself
    setTimeout(ask, 2000);
  });
  return stream;
}

// A browser gives up on an answer that is no stream: either we are paired no more, or it was a moment's fault.
async function ask() {
  const enough = new AbortController();
  try {
    const answer = await fetch("/events", { signal: enough.signal });
    enough.abort();
    if (answer.status === 401) { location.reload(); return; }
  } catch { /* nobody there: the next try will tell */ }
  stream = listen();
}

function state(told) {
  if (told.words) words = told.words;
  data = told.data;
  document.body.dataset.cloth = data.cloth;
  for (const [name, html] of Object.entries(told.parts)) {
    const part = document.getElementById(`part-${name}`);
    if (part) part.innerHTML = html;
  }
  beat(told.clock);
  keys();
  if (asking?.panel === "undo") undoPanel();
}

function beat(told) {
  clock = { ...told, at: performance.now() };
  heard = now();
  tableAway = false;
  silent = null;
  fresh();
}

function lost(told) {
  tableAway = true;
  heard = now();
  const gone = told.heard_s === null ? null : told.heard_s * 1000;
  silent = gone === null ? null : { steady: performance.now() - gone, wall: Date.now() - gone };
  fresh();
}

// Every half second, and at once when the page wakes: an old page says that it is old.
function fresh() {
  const quiet = heard === null || since(heard) > FRESH_MS;
  const old = tableAway || quiet;
  if (quiet) silent ??= heard;
  document.body.classList.toggle("waiting", old);
  if (old) {
    const what = data === null ? stale.dataset.never : quiet ? stale.dataset.page : stale.dataset.table;
    const age = data === null || silent === null ? "" : ` ${stale.dataset.old.replace("{time}", minutes(since(silent)))}`;
    if (stale.textContent !== what + age) stale.textContent = what + age;
  }
  for (const each of document.querySelectorAll("#keys .key, .seat, [data-hand]")) {
    each.disabled = old || each.dataset.unused === "yes";
  }
}

function now() { return { steady: performance.now(), wall: Date.now() }; }

// A steady clock may stand still while a tablet sleeps, the wall clock may be set: the longer one counts.
function since(at) { return Math.max(performance.now() - at.steady, Date.now() - at.wall); }

function minutes(ms) {
  const whole = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function tick() {
  fresh();
  const shown = document.getElementById("clock");
  if (shown && clock && clock.left_ms !== null && !document.body.classList.contains("waiting")) {
    const gone = clock.runs ? performance.now() - clock.at : 0;
    const text = minutes(clock.left_ms - gone);
    if (shown.textContent !== text) shown.textContent = text;
  }
  if (asking?.until) {
    const left = asking.until - performance.now();
    const ruler = panel.querySelector(".ruler i");
    if (ruler) ruler.style.transform = `scaleX(${Math.max(0, left / asking.length)})`;
    if (left <= 0) { close(); told({ text: say("expired") }); }
  }
}

// -- keys -----------------------------------------------------------------------------------

const NEXT = { setup: "start", ready: "thrown", play: "thrown", count: "count", sign: "confirm" };

function can(verb) { return data !== null && data.allowed.includes(verb); }

function keys() {
  for (const each of document.querySelectorAll("#keys [data-verb]")) {
    each.dataset.unused = can(each.dataset.verb) && data.phase !== "count" && data.phase !== "sign" ? "no" : "yes";
  }
  const next = document.getElementById("next");
  const word = NEXT[data.phase];
  next.dataset.unused = word && can(word) ? "no" : "yes";
  next.querySelector("b").textContent = next.dataset[data.phase] ?? next.dataset.none;
  fresh();
}

document.getElementById("keys").addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed || !data) return;
  if (pressed.dataset.verb) begin(verbOf(pressed.dataset.verb));
  else if (pressed.dataset.panel === "undo") undoPanel();
  else if (pressed.dataset.panel === "more") morePanel(null);
  else if (pressed.id === "next") next();
});

board.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed || pressed.disabled || !data) return;
  if (pressed.dataset.hand) hand(pressed.dataset.hand);
  else if (pressed.dataset.seat) morePanel(Number(pressed.dataset.seat));
  else if (pressed.dataset.panel === "clock") clockPanel();
});

function verbOf(word) { return words.verbs.find((verb) => verb.word === word); }

function next() {
  if (performance.now() < busyUntil) return;  // a second NEXT within a second is one
  busyUntil = performance.now() + 1000;
  const word = NEXT[data.phase];
  if (word === "thrown") enter({ do: "thrown", seat: data.roller }, verbOf("thrown").label, seatName(data.roller));
  else if (word === "count") begin(verbOf("count"), nextToCount());
  else if (word) begin(verbOf(word));
}

function nextToCount() {
  const left = data.seats.find((seat) => !seat.counted && !seat.out);
  return left ? { seat: left.seat } : {};
}

function seatName(seat) {
  const found = data.seats.find((one) => one.seat === seat);
  return found ? `${seat} ${found.name}` : String(seat);
}

// -- panels ---------------------------------------------------------------------------------

function open(title, said, inside, lasts) {
  const head = make("div", "title", make("h2", "", title, said ? make("span", "said", ` › ${said}`) : null), key(say("cancel"), cancel));
  head.querySelector("h2").id = "panel-title";
  panel.replaceChildren(head, ...(lasts ? [make("div", "ruler", make("i"))] : []), ...inside);
  panel.hidden = false;
  panel.scrollTop = 0;
  toast.hidden = true;
  if (asking) {
    asking.length = lasts;
    asking.until = lasts ? performance.now() + lasts : null;
  }
  (panel.querySelector("[data-first]") ?? panel.querySelector(".key:not(.title .key)"))?.focus({ preventScroll: true });
}

function close() {
  asking = null;
  panel.hidden = true;
  panel.replaceChildren();
}

// Dice that were begun and not entered: the throw that this began is taken back.
function cancel() {
  const thrown = asking?.thrown;
  close();
  if (thrown) takeBackThrown();
}

async function takeBackThrown() {
  const first = data.undo[0];
  if (first && first.takes.key === "kiosk.undo.thrown") await send({ do: { do: "undo", back: 1 }, takes: first.takes });
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) cancel(); });

function morePanel(seat) {
  asking = { panel: "more" };
  const parts = [];
  for (const group of words.groups) {
    const grid = make("div", "grid");
    for (const verb of words.verbs) {
      const bySeat = verb.steps[0]?.field === "seat";
      if (verb.group !== group.group || !can(verb.do) || (seat === null ? verb.main : !bySeat && verb.do !== "roll")) continue;
      grid.append(key(verb.label, () => begin(verb, seat === null ? {} : { seat }), verb.grave ? "key out" : "key"));
    }
    if (grid.childElementCount) parts.push(make("section", "part", make("h3", "", group.label), grid));
  }
  open(seat === null ? say("more") : seatName(seat), "", parts, 0);
}

function undoPanel() {
  asking = { panel: "undo" };
  const list = make("div", "undo");
  data.undo.forEach((one, place) => {
    const entry = key(make("b", "", one.said), () => {
      close();
      send({ do: { do: "undo", back: one.back }, takes: one.takes }, say("undo"), one.said);
    }, place === 0 ? "key now" : "key");
    entry.append(make("span", "", one.age));
    list.append(entry);
  });
  if (!data.undo.length) list.append(make("p", "question", say("nothing_to_undo")));
  open(say("undo"), "", [list], 0);
}

function clockPanel() {
  asking = { panel: "clock" };
  numberPad(say("left"), "", 4, async (typed) => {
    close();
    for (const digit of typed) await hand(digit);
    await hand("next");
  }, null);
}

// -- a verb, who, whom ----------------------------------------------------------------------

function begin(verb, preset = {}) {
  if (!verb) return;
  asking = { verb, step: -1, values: { ...verb.fixed, ...preset }, shown: [] };
  if (preset.seat !== undefined) asking.shown.push(seatName(preset.seat));
  if (verb.do === "roll" && !data.pending) {
    asking.thrown = true;  // the dice have fallen now; their values follow
    asking.values.seat ??= data.roller;
    const begun = asking;
    send({ do: { do: "thrown", seat: asking.values.seat } }).then((answer) => { begun.thrown = Boolean(answer.accepted); });
  }
  advance();
}

function advance() {
  const { verb, values } = asking;
  asking.step += 1;
  const step = verb.steps[asking.step];
  if (!step) {
    if (verb.grave && !asking.sure) sure();
    else finish();
  } else if (step.kind === "seat" && values[step.field] !== undefined) advance();
  else STEPS[step.kind](step);
}

function chosen(step, value, shown) {
  if (value !== undefined) asking.values[step.field] = value;
  if (shown) asking.shown.push(shown);
  advance();
}

function sure() {
  const yes = key(`✓ ${say("sure")}`, () => { asking.sure = true; finish(); }, "key now");
  const no = key(`✗ ${say("no")}`, cancel);
  no.dataset.first = "yes";
  const row = make("div", "row", no, yes);
  open(asking.verb.label, asking.shown.join(" › "), [make("p", "warning", asking.verb.warning), row], 0);
}

function finish() {
  const { verb, values, shown } = asking;
  const fields = { do: verb.do, ...values };
  if (verb.do === "roll") fields.seat ??= data.roller;
  if (fields.sheet) { Object.assign(fields, fields.sheet); delete fields.sheet; }
  if (typeof fields.houses === "string") fields.houses = Number(fields.houses);
  close();
  enter(fields, verb.label, shown.join(" › "));
}

const STEPS = {
  seat(step) {
    const grid = make("div", "grid who");
    for (const seat of data.seats) {
      if (step.field !== "seat" && seat.seat === asking.values.seat) continue;
      const label = make("span", "", seat.name);
      const entry = key(make("b", "", String(seat.seat)), () => chosen(step, seat.seat, `${seat.seat} ${seat.name}`), seat.out ? "key out" : "key");
      entry.append(label);
      grid.append(entry);
    }
    step.words.forEach((word, at) => grid.append(key(step.labels[at], () => chosen(step, word, step.labels[at]))));
    show(step, [grid]);
  },
  choice(step) {
    const grid = make("div", "grid");
    step.words.forEach((word, at) => grid.append(key(step.labels[at], () => chosen(step, word, step.labels[at]))));
    show(step, [grid]);
  },
  number(step) {
    const skip = step.may_skip ? () => chosen(step, undefined, "") : null;
    numberPad(asking.verb.label, step.question, 6, (typed) => chosen(step, Number(typed), typed), skip);
  },
  dice(step) {
    const seat = asking.values.seat ?? data.roller;
    const pairs = make("div", "pairs");
    for (let low = 1; low <= 6; low += 1) {
      for (let high = 1; high <= 6; high += 1) {
        if (high < low) { pairs.append(make("span")); continue; }
        const pair = key(`${low}${high}`, () => chosen(step, [low, high], `${low} ${high}`));
        pair.setAttribute("aria-label", `${low} ${high}`);
        pairs.append(pair);
      }
    }
    const others = make("div", "row");
    for (const one of data.seats) {
      if (one.seat === seat || one.out) continue;
      const other = key(String(one.seat), () => otherDice(one.seat));
      other.setAttribute("aria-label", seatName(one.seat));
      others.append(other);
    }
    show(step, [pairs, make("p", "question", say("other_seat")), others], say("dice_of", { seat: seatName(seat) }));
  },
  deed(step) {
    const extra = make("div", "grid");
    step.words.forEach((word, at) => extra.append(key(step.labels[at], () => chosen(step, word, step.labels[at]))));
    show(step, [deedGrid(() => null, (deed) => chosen(step, deed.code, deed.code)), ...(step.words.length ? [extra] : [])]);
  },
  goods(step) { goods(step); },
  sheet(step) { sheet(step); },
  text(step) {
    const grid = make("div", "grid");
    step.labels.forEach((label) => grid.append(key(label, () => chosen(step, label, label))));
    const typed = make("input");
    typed.type = "text";
    typed.maxLength = 120;
    typed.setAttribute("aria-label", step.question);
    const done = key(say("ok"), () => { if (typed.value.trim()) chosen(step, typed.value.trim(), typed.value.trim()); }, "key now");
    const row = make("div", "row", typed, done);
    const inside = [grid, make("p", "question", say("else")), row];
    if (step.may_skip) inside.unshift(key(say("skip"), () => chosen(step, undefined, "")));
    show(step, inside);
  },
};

function show(step, inside, question = step.question) {
  open(asking.verb.label, asking.shown.join(" › "), [make("p", "question", question), ...inside], EXPIRES_MS[step.kind] ?? TYPING_MS);
}

// Another seat's dice: the throw that was begun for the turn seat is taken back, as at the table.
async function otherDice(seat) {
  const begun = asking;
  if (begun.thrown) { begun.thrown = false; await takeBackThrown(); }
  if (asking !== begun) return;
  begun.values.seat = seat;
  begun.step -= 1;
  advance();
}

function numberPad(title, question, longest, done, skip) {
  let typed = "";
  const shown = make("output", "typed", "");
  const write = (text) => { typed = text.slice(0, longest); shown.textContent = typed; if (asking?.until) asking.until = performance.now() + asking.length; };
  const pad = make("div", "pad");
  for (const digit of "789456123") pad.append(key(digit, () => write(typed + digit)));
  pad.append(key(say("clear"), () => write("")), key("0", () => write(typed + "0")), key(say("ok"), () => { if (typed) done(typed); }, "key now"));
  const inside = [make("p", "question", question), shown, pad];
  if (skip) inside.push(key(say("skip"), skip));
  open(title, asking?.shown?.join(" › "), inside, TYPING_MS);
}

// -- deeds: one to choose, goods of a trade, a result sheet ----------------------------------

function deedGrid(held, act) {
  const grid = make("div", "deeds");
  for (const deed of data.deeds) {
    const found = held(deed);
    const entry = key(make("span", `band g${deed.group}`, deed.code), () => act(deed, entry));
    entry.append(found ? make("span", found.mortgaged ? "held mortgaged" : "held", found.houses === 5 ? say("hotel") : found.houses ? `${found.houses} ⌂` : "✓") : make("span"));
    entry.setAttribute("aria-label", `${deed.code} ${deed.name}`);
    entry.setAttribute("aria-pressed", String(Boolean(found)));
    grid.append(entry);
  }
  return grid;
}

function goods(step) {
  const held = new Map();
  let cash = 0;
  let cards = 0;
  const draw = () => {
    const line = make("div", "row",
      key(`${say("cash")}: ${cash}`, () => {
        numberPad(asking.verb.label, say("cash"), 6, (typed) => { cash = Number(typed); draw(); }, () => { cash = 0; draw(); });
      }),
      key(`${say("cards")}: ${cards}`, () => { cards = (cards + 1) % 3; draw(); }),
      key(say("done"), () => {
        const value = { cash, deeds: [...held.keys()], cards };
        const said = [...(cash ? [String(cash)] : []), ...held.keys(), ...(cards ? [`${cards} ${say("cards")}`] : [])].join(" ");
        chosen(step, value, said || say("none"));
      }, "key now"));
    show(step, [deedGrid((deed) => held.get(deed.code), (deed) => { held.has(deed.code) ? held.delete(deed.code) : held.set(deed.code, {}); draw(); }), line]);
  };
  draw();
}

function sheet(step) {
  const seat = data.seats.find((one) => one.seat === asking.values.seat);
  const held = new Map((seat?.sheet?.deeds ?? []).map((deed) => [deed.field, { mortgaged: deed.mortgaged, houses: deed.houses }]));
  let cash = seat?.sheet?.cash ?? null;
  let last = null;
  const draw = () => {
    const grid = deedGrid((deed) => held.get(deed.code), (deed) => {
      if (last?.code === deed.code && held.has(deed.code)) { held.delete(deed.code); last = null; }
      else { if (!held.has(deed.code)) held.set(deed.code, { mortgaged: false, houses: 0 }); last = deed; }
      draw();
    });
    const inside = [grid];
    const one = last && held.get(last.code);
    if (one) {
      const houses = make("div", "row");
      for (let count = 0; last.house && count <= 5; count += 1) {
        houses.append(key(count === 5 ? say("hotel") : String(count), () => { one.houses = count; one.mortgaged = false; draw(); }, one.houses === count ? "key now" : "key"));
      }
      const mortgage = key(say("mortgaged"), () => { one.mortgaged = !one.mortgaged; if (one.mortgaged) one.houses = 0; draw(); }, one.mortgaged ? "key now" : "key");
      inside.push(make("p", "question", `${last.code} ${last.name}${last.house ? ` · ${say("houses")}` : ""}`), houses, make("div", "row", mortgage));
    }
    inside.push(make("div", "row",
      key(`${say("cash")}: ${cash ?? "–"}`, () => {
        numberPad(asking.verb.label, say("cash"), 6, (typed) => { cash = Number(typed); draw(); }, null);
      }, cash === null ? "key now" : "key"),
      key(say("done"), () => {
        if (cash === null) return;
        const deeds = [...held].map(([name, deed]) => ({ name, ...(deed.mortgaged ? { mortgaged: true } : {}), ...(deed.houses ? { houses: deed.houses } : {}) }));
        chosen(step, { cash, deeds }, "");
      }, cash === null ? "key" : "key now")));
    show(step, inside);
  };
  draw();
}

// -- asking the table -----------------------------------------------------------------------

async function post(body) {
  const answer = await fetch("/do", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Form-Key": formKey },
    body: JSON.stringify(body),
  });
  if (answer.status === 401) location.reload();
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function number() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The same number is sent again when the network failed: the table does it once.
async function send(body, title = null, said = "") {
  const asked = { ...body, number: number() };
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await post(asked);
      if (answer.why?.startsWith("pin_") && title !== null) { pin(body, title, said, answer); return answer; }
      if (title !== null || !answer.accepted) told({ ...answer, title, said });
      return answer;
    } catch {
      if (tries === 2) { told({ text: say("unreachable"), title, said }); return { accepted: false }; }
      await new Promise((done) => setTimeout(done, 700));
    }
  }
}

async function enter(fields, title, said) {
  const answer = await send({ do: fields }, title, said);
  if (answer.accepted && fields.do === "foul") reasonFor(fields.seat, title, said);
  return answer;
}

function hand(word) { return send({ hand: word }); }

function pin(body, title, said, answer) {
  asking = { panel: "pin", shown: [said] };
  const wrong = answer.why === "pin_wanted" ? "" : `${answer.text} `;
  let typed = "";
  const shown = make("output", "typed", "");
  const write = (text) => { typed = text.slice(0, 8); shown.textContent = "•".repeat(typed.length); };
  const pad = make("div", "pad");
  for (const digit of "789456123") pad.append(key(digit, () => write(typed + digit)));
  pad.append(key(say("clear"), () => write("")), key("0", () => write(typed + "0")),
    key(say("ok"), () => { if (typed) { close(); send({ ...body, pin: typed }, title, said); } }, "key now"));
  open(title, said, [make("p", "question", wrong + say("pin")), shown, pad], 0);
}

// -- what came of it ------------------------------------------------------------------------

let toastTimer = null;

function told(answer) {
  const refused = !answer.accepted;
  const what = [answer.title, answer.said].filter(Boolean).join(" › ");
  const line = make("span", "", `${refused ? "✗" : "✓"} ${what}`);
  if (answer.asked) line.append(make("small", "", say("asked")));
  if (refused && answer.text) line.append(make("small", "", answer.rule ? make("b", "", `${answer.rule} `) : null, answer.text));
  toast.replaceChildren(line);
  toast.classList.toggle("no", refused);
  if (refused) toast.append(key(say("ok"), () => { toast.hidden = true; }));
  toast.hidden = false;
  clearTimeout(toastTimer);
  if (!refused) toastTimer = setTimeout(() => { toast.hidden = true; }, 4000);
}

// A foul is two touches; why is said afterwards, or never.
function reasonFor(seat, title, said) {
  const add = key(say("add_reason"), () => { toast.hidden = true; begin(verbOf("incident"), { seat }); });
  toast.append(add);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}

// -- the cover, and waking up ---------------------------------------------------------------

function cover(on) {
  curtain.hidden = !on;
  for (const each of [board, document.getElementById("keys"), document.getElementById("strip"), panel, toast]) each.inert = on;
  sessionStorage.setItem("covered", on ? "yes" : "no");
  if (on) { close(); toast.hidden = true; curtain.focus(); }
}

document.getElementById("cover").addEventListener("click", () => cover(true));
curtain.addEventListener("click", () => cover(false));
document.getElementById("unpair").addEventListener("click", async (event) => {
  const pressed = event.target.closest("button");
  if (!pressed.dataset.asked) { pressed.dataset.asked = "yes"; pressed.textContent = pressed.dataset.sure; return; }
  await fetch("/unpair", { method: "POST", headers: { "X-Form-Key": formKey } });
  location.reload();
});

// A tablet that was asleep shows nothing private before a finger asks for it, and nothing old as new.
let leaving = false;  // for another address of ours: no reason to cover
window.addEventListener("pagehide", () => { leaving = true; });
window.addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) cover(true); });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") { if (!leaving) cover(true); return; }
  fresh();
  if (heard === null || since(heard) > FRESH_MS) { stream.close(); stream = listen(); }
});

if (matchMedia("(min-width: 60rem)").matches) document.getElementById("log-refused").open = true;
let stream = listen();
if (sessionStorage.getItem("covered") === "yes") cover(true);
setInterval(tick, 200);
tick();
