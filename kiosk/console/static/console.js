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
const TAP_MS = 1500;   // a finger that rests longer is no tap
const CLICK_MS = 300;  // a lifted finger's click comes within this, or none does

let words = null;   // verbs and texts
let data = null;    // seats, phase, what can be taken back
let clock = null;   // what counts down, and since when
let heard = null;   // when the table was heard last, by both clocks
let silent = null;  // since when it is not
let tableAway = true;
let asking = null;  // the verb that is being told: {verb, step, values, shown}
let busyUntil = 0;
let touched = null; // the part that a finger is on
const late = new Map();  // how parts are drawn when that finger's click has been

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

let looked = 0;  // since the stream was open last

function listen() {
  const stream = new EventSource("/events");
  stream.addEventListener("open", () => { looked = 0; });
  stream.addEventListener("state", (event) => state(JSON.parse(event.data)));
  stream.addEventListener("beat", (event) => beat(JSON.parse(event.data)));
  stream.addEventListener("lost", (event) => lost(JSON.parse(event.data)));
  stream.addEventListener("ended", () => { stream.close(); location.reload(); });
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) return;  // it tries again by itself
    setTimeout(listenAgain, looked++ ? 2000 : 0);  // the first time at once: it may be paired no more
  });
  return stream;
}

// A browser gives up on an answer that is no stream: either we are paired no more, or it was a moment's fault.
async function listenAgain() {
  const enough = new AbortController();
  try {
    const answer = await fetch("/events", { signal: enough.signal });
    enough.abort();
    if (answer.status === 401) { location.reload(); return; }
  } catch { /* nobody there: the next try will tell */ }
  stream = listen();
}

function state(told) {
  if (told.words) { words = told.words; mainKeys(); logs(); }
  data = told.data;
  document.body.dataset.cloth = data.cloth;
  for (const [name, html] of Object.entries(told.parts)) {
    const part = document.getElementById(`part-${name}`);
    if (part) untouched(part, () => { part.innerHTML = html; });
  }
  beat(told.clock);
  keys();
  if (asking?.panel === "undo") untouched(panel, () => { if (asking?.panel === "undo") undoPanel(); });
}

// -- between a touch and its click nothing is drawn in the place of what is touched: the click would go nowhere

function untouched(place, draw) {
  if (place === touched) late.set(place, draw);
  else draw();
}

let lifting = null;

function lifted(ms) {
  clearTimeout(lifting);
  lifting = setTimeout(() => {
    touched = null;
    late.forEach((draw) => draw());
    late.clear();
    fresh();
  }, ms);
}

addEventListener("pointerdown", (event) => {
  touched = event.target.closest?.('[id^="part-"], #panel') ?? null;
  lifted(TAP_MS);
}, true);
addEventListener("pointerup", () => lifted(CLICK_MS), true);
for (const end of ["click", "pointercancel"]) addEventListener(end, () => lifted(0), true);

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
  for (const each of document.querySelectorAll("#keys .key, .seat, [data-hand], [data-do], #board [data-verb]")) {
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
  for (const each of document.querySelectorAll("[data-until]")) {
    if (!clock || document.body.classList.contains("waiting")) continue;
    const text = minutes(Number(each.dataset.until) - clock.now_ms - (performance.now() - clock.at));
    if (each.textContent !== text) each.textContent = text;
  }
  if (asking?.until) {
    const left = asking.until - performance.now();
    const ruler = panel.querySelector(".ruler i");
    if (ruler) ruler.style.transform = `scaleX(${Math.max(0, left / asking.length)})`;
    if (left <= 0) { close(); told({ text: say("expired") }); }
  }
}

// -- keys -----------------------------------------------------------------------------------

function can(verb) { return data !== null && data.allowed.includes(verb); }

function keys() {
  for (const each of document.querySelectorAll("#keys [data-verb]")) {
    each.dataset.unused = can(each.dataset.verb) && data.phase !== "count" && data.phase !== "sign" ? "no" : "yes";
  }
  const next = document.getElementById("next");
  const word = data.next && (data.next.do?.do ?? verbOf(data.next.verb)?.do);
  next.dataset.unused = word && can(word) ? "no" : "yes";
  next.querySelector("b").textContent = data.next?.label ?? next.dataset.none;
  fresh();
}

// A family's main verbs are the large keys; what they mean is its own.
function mainKeys() {
  const bar = document.getElementById("keys");
  bar.querySelectorAll("[data-verb]").forEach((each) => each.remove());
  const made = words.verbs.filter((verb) => verb.main).map((verb) => {
    const each = make("button", "key", make("b", "", verb.label));
    each.type = "button";
    each.dataset.verb = verb.word;
    return each;
  });
  bar.prepend(...made);
}

// The family's lists; which of them are open stays as the official left it.
function logs() {
  const wide = matchMedia("(min-width: 60rem)").matches;
  document.getElementById("logs").replaceChildren(...words.logs.map((log, place) => {
    const part = make("div");
    part.id = `part-${log.log}`;
    const list = make("details", "", make("summary", "", log.label), part);
    list.id = `log-${log.log}`;
    list.open = place === 0 || (wide && log.log === "refused");
    return list;
  }));
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
  else if (pressed.dataset.do) {
    const now = () => enter(JSON.parse(pressed.dataset.do), pressed.dataset.title ?? pressed.textContent.trim(), pressed.dataset.said ?? "");
    if (pressed.dataset.sure) askedFirst(pressed, now);
    else now();
  }
  else if (pressed.dataset.verb) begin(verbOf(pressed.dataset.verb), JSON.parse(pressed.dataset.preset ?? "{}"));
  else if (pressed.dataset.seat) morePanel(Number(pressed.dataset.seat));
  else if (pressed.dataset.panel === "clock") clockPanel();
});

function verbOf(word) { return words.verbs.find((verb) => verb.word === word); }

function next() {
  if (performance.now() < busyUntil) return;  // a second NEXT within a second is one
  busyUntil = performance.now() + 1000;
  const following = data.next;
  if (following?.do) enter(following.do, following.label, following.said);
  else if (following) begin(verbOf(following.verb), following.preset);
}

function seatName(seat) {
  const found = data.seats.find((one) => one.seat === seat);
  return found ? `${seat} ${found.name}` : String(seat);
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

// One after the other, in the order of the touches.
let before = Promise.resolve();

function send(body, title = null, said = "", { quiet = false } = {}) {
  const sent = before.then(() => ask(body, title, said, quiet));
  before = sent.catch(() => null);
  return sent;
}

// The same number is sent again when the network failed: the table does it once.
async function ask(body, title, said, quiet) {
  const asked = { ...body, number: number() };
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await post(asked);
      if (answer.why?.startsWith("pin_") && title !== null) { pin(body, title, said, answer); return answer; }
      if (!answer.accepted || (title !== null && !quiet)) told({ ...answer, title, said });
      return answer;
    } catch {
      if (tries === 2) { told({ text: say("unreachable"), title, said }); return { accepted: false }; }
      await new Promise((done) => setTimeout(done, 700));
    }
  }
}

async function enter(fields, title, said) {
  const answer = await send({ do: fields }, title, said);
  if (answer.accepted && fields.do === "foul") reasonFor(fields.seat);
  // The news of it is on its way; the next seat to count is asked for at once.
  if (answer.accepted && fields.do === "count") data.seats.find((one) => one.seat === fields.seat).counted = true;
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
function reasonFor(seat) {
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

let stream = listen();
if (sessionStorage.getItem("covered") === "yes") cover(true);
setInterval(tick, 200);
tick();
