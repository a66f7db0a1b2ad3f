'use strict';
// Draws the data of 'inlet view' (emulator/view/view.cpp says what is in it). No library, no network.
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const MAIN = 0, LOW = 1, HIGH = 2, DISPATCH = 3, WAIT = 4, IDLE = 5; // what a stretch is drawn as
const format = n => Math.round(n).toLocaleString('en-US').replaceAll(',', '\u202f'); // a space at which no line breaks
const escape = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

// --- the data ---------------------------------------------------------------------------------

const dispatchCause = data.causes.findIndex(c => c[0] === 'dispatch');
const idleCauses = new Set(data.causes.flatMap((c, i) => ['idle', 'unrecorded'].includes(c[0]) ? [i] : []));
const waitCauses = new Set(data.causes.flatMap((c, i) => c[0].startsWith('wait-') ? [i] : []));
const kinds = data.kinds.map(([context, cause, refused, parts]) => ({
  context, cause, refused, parts, instruction: cause === 0 || waitCauses.has(cause),
  cycles: parts.reduce((a, b) => a + b, 0),
  look: cause === 0 ? context : waitCauses.has(cause) ? WAIT : idleCauses.has(cause) ? IDLE : DISPATCH,
}));
const lineOf = new Map(), linesOf = new Map();
for (const [pc, fn, text, source, cycles, executions, causes] of data.lines) {
  const line = { pc, fn, text, source, cycles, executions, causes };
  lineOf.set(pc, line);
  if (!linesOf.has(fn)) linesOf.set(fn, []);
  linesOf.get(fn).push(line);
}
const nodes = data.nodes.map((n, number) => ({ ...n, number, bytes: bytesOf(n.bytes), decoded: new Map() }));

/** A block's records: cycles at which they begin, kinds, pcs. The last few hundred blocks are kept. */
let keptBlocks = 0;
function block(node, index) {
  const known = node.decoded.get(index);
  if (known) return known;
  if (++keptBlocks > 1500) { keptBlocks = 0; for (const n of nodes) n.decoded.clear(); }
  const [cycle, offset, ...pcs] = node.blocks[index];
  const end = index + 1 < node.blocks.length ? node.blocks[index + 1][1] : node.bytes.length;
  const start = [], kind = [], pc = [];
  let at = offset, now = cycle;
  const number = () => { let value = 0, scale = 1; for (;;) { const b = node.bytes[at++]; value += (b & 127) * scale; if (b < 128) return value; scale *= 128; } };
  while (at < end) {
    const k = number();
    start.push(now); kind.push(k);
    const what = kinds[k];
    if (what.instruction) {
      const z = number(), places = z % 2 ? -(z + 1) / 2 : z / 2;
      const here = pcs[what.context] + data.place * places >>> 0;
      pc.push(here);
      pcs[what.context] = here + 4;
    } else pc.push(0);
    now += what.cycles;
  }
  const made = { start: Float64Array.from(start), kind: Uint32Array.from(kind), pc: Uint32Array.from(pc), end: now };
  node.decoded.set(index, made);
  return made;
}
/** The last index whose value is not above t. */
function last(count, value, t) { let a = 0, b = count; while (a < b) { const m = (a + b) >> 1; if (value(m) <= t) a = m + 1; else b = m; } return a - 1; }
const blockAt = (node, t) => Math.max(0, last(node.blocks.length, i => node.blocks[i][0], t));
/** Calls visit(start, end, kind, pc) for what the node does between two cycles. */
function records(node, from, to, visit) {
  if (!node.blocks.length) return;
  for (let i = blockAt(node, from); i < node.blocks.length && node.blocks[i][0] < to; ++i) {
    const b = block(node, i), n = b.start.length;
    for (let r = Math.max(0, last(n, k => b.start[k], from)); r < n && b.start[r] < to; ++r)
      visit(b.start[r], r + 1 < n ? b.start[r + 1] : b.end, kinds[b.kind[r]], b.pc[r]);
  }
}

// Cycles in which each link was busy, up to the end of each stretch.
const load = data.load, loadBytes = bytesOf(load.bytes), busyUntil = data.network ? data.network.links.map((_, l) => {
  const sums = new Float64Array(load.count + 1);
  for (let i = 0; i < load.count; ++i) sums[i + 1] = sums[i] + loadBytes[l * load.count + i] / 255 * load.width;
  return sums;
}) : [];

// Cycles of each cause and context, of all nodes, up to the end of each stretch.
const causeRows = data.causeload.rows.map(([cause, context, cycles]) => {
  const until = new Float64Array(cycles.length + 1);
  cycles.forEach((c, i) => { until[i + 1] = until[i] + c; });
  return { cause, context, until };
});

// Levels of detail: each has half the stretches of the one before.
const levels = [];
{
  let width = data.overview.width, count = data.overview.count, cells = Float32Array.from(bytesOf(data.overview.bytes), b => b / 255);
  for (;;) {
    levels.push({ width, count, cells });
    if (count <= 64) break;
    const half = (count + 1) >> 1, next = new Float32Array(nodes.length * half * 5);
    for (let n = 0; n < nodes.length; ++n) for (let i = 0; i < count; ++i) for (let w = 0; w < 5; ++w)
      next[(n * half + (i >> 1)) * 5 + w] += cells[(n * count + i) * 5 + w] / 2;
    width *= 2; count = half; cells = next;
  }
}

const m = data.messages, messageCount = m.sent.length;
for (const key of ['sent', 'arrived', 'dispatched', 'started', 'returned']) m[key] = Float64Array.from(m[key]);
const messageName = i => `${m.source[i]}:${m.number[i]}`;
const messageByName = new Map(Array.from({ length: messageCount }, (_, i) => [messageName(i), i]));
const caused = new Map();
m.cause.forEach((by, i) => { if (by >= 0) { if (!caused.has(by)) caused.set(by, []); caused.get(by).push(i); } });
const endOf = i => Math.max(m.sent[i], m.arrived[i], m.dispatched[i]);
/** Of each node the messages that it handled, in the order of their dispatches. */
const handledBy = nodes.map(() => []);
for (let i = 0; i < messageCount; ++i) if (m.dispatched[i] >= 0) handledBy[m.to[i]].push(i);
for (const list of handledBy) list.sort((a, b) => m.dispatched[a] - m.dispatched[b]);
let longest = 0, longestHandler = 0;
for (let i = 0; i < messageCount; ++i) if (m.dispatched[i] >= 0 && m.returned[i] >= 0) longestHandler = Math.max(longestHandler, m.returned[i] - m.dispatched[i]);
for (let i = 0; i < messageCount; ++i) longest = Math.max(longest, endOf(i) - m.sent[i]);

// --- the view ---------------------------------------------------------------------------------

const canvas = $('line'), ink = canvas.getContext('2d', { alpha: false });
const gutter = 62, axis = 22;
const view = { from: 0, span: Math.max(1, data.cycles), top: 0, mode: '', arrows: 0, frames: 0, work: 0, slowest: 0 };
let width = 0, height = 0, rowHeight = 0, selectedMessage = -1, selectedFunction = -1, selectedRecord = null, drawnArrows = [], color = {};
/** A stretch that is measured, { from, to }, or a cycle that was gone to: from is to. */
let measured = null, measuring = false;
const x = t => gutter + (t - view.from) / view.span * (width - gutter);
const t = px => view.from + (px - gutter) / (width - gutter) * view.span;
const rowTop = n => axis + n * rowHeight - view.top;
const barTop = n => rowTop(n) + rowHeight * 0.28, barHeight = () => Math.max(2, rowHeight * 0.44);

function colors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['page', 'surface', 'ink', 'ink2', 'quiet', 'rule', 'main', 'low', 'high', 'dispatch', 'wait', 'idle', 'mark', 'select', 'bartext']) color[name] = style.getPropertyValue('--' + name).trim();
  color.look = [color.main, color.low, color.high, color.dispatch, color.wait, color.idle];
}
function size(which, w, h) {
  const scale = window.devicePixelRatio || 1;
  which.width = Math.max(1, Math.round(w * scale)); which.height = Math.max(1, Math.round(h * scale));
  which.getContext('2d').setTransform(scale, 0, 0, scale, 0, 0);
}
function resize() {
  const box = canvas.getBoundingClientRect();
  width = box.width; height = box.height;
  size(canvas, width, height);
  rowHeight = Math.max(14, Math.min(110, (height - axis) / nodes.length));
  sizeLinks(); draw(); drawLinks();
}
function clamp() {
  view.span = Math.min(Math.max(view.span, 8), Math.max(8, data.cycles * 1.02));
  view.from = Math.min(Math.max(view.from, -view.span * 0.02), Math.max(0, data.cycles - view.span * 0.98));
  view.top = Math.min(Math.max(view.top, 0), Math.max(0, nodes.length * rowHeight - (height - axis)));
}
const mapped = {}; // the map of the links: its size, and what it shows
let asked = false;
function draw() { if (asked) return; asked = true; requestAnimationFrame(() => { asked = false; paint(); }); }

function paint() {
  const began = performance.now();
  view.work = 0;
  clamp();
  ink.fillStyle = color.page; ink.fillRect(0, 0, width, height);
  const first = Math.max(0, Math.floor(view.top / rowHeight)), end = Math.min(nodes.length, Math.ceil((view.top + height - axis) / rowHeight));
  const to = view.from + view.span;
  let blocks = 0, detailed = true;
  for (let n = first; n < end; ++n) {
    const node = nodes[n];
    if (node.blocks.length) blocks += blockAt(node, to) - blockAt(node, view.from) + 1;
    if (node.end < Math.min(to, node.cycles)) detailed = false;
  }
  const perCycle = (width - gutter) / view.span;
  view.mode = !detailed || blocks > 60 + 2 * (end - first) ? 'overview' : perCycle >= 9 ? 'instructions' : 'functions';
  for (let n = first; n < end; ++n) {
    ink.fillStyle = color.idle; const a = Math.max(gutter, x(0)), b = Math.min(width, x(nodes[n].cycles));
    if (b > a) ink.fillRect(a, barTop(n), b - a, barHeight());
    if (view.mode === 'overview') paintOverview(n); else paintRecords(nodes[n]);
  }
  paintArrows(first, end);
  ink.fillStyle = color.page; ink.fillRect(0, 0, gutter, height); ink.fillRect(0, 0, width, axis);
  ink.font = '12px system-ui, sans-serif'; ink.textBaseline = 'middle';
  for (let n = first; n < end; ++n) {
    if (rowTop(n) + rowHeight / 2 < axis) continue;
    ink.fillStyle = color.ink2; ink.fillText('node ' + n, 8, rowTop(n) + rowHeight / 2);
  }
  paintAxis();
  paintMeasured();
  if (selectedRecord) mark(selectedRecord);
  if (mapped.from !== view.from || mapped.span !== view.span) drawLinks();
  const stretch = `${view.from} ${view.span} ${measured && `${measured.from} ${measured.to}`}`;
  if (view.causesOf !== stretch) { view.causesOf = stretch; fillCauses(); }
  $('status').textContent = `cycles ${format(Math.max(0, view.from))} to ${format(Math.min(data.cycles, to))} of ${format(data.cycles)} · shown: ${view.mode}` +
    (view.arrows < 0 ? ' · zoom in to see messages' : view.arrows ? ` · ${format(view.arrows)} messages` : '') + notDetailed() + measuredText();
  view.frames++; view.last = performance.now() - began; view.slowest = Math.max(view.slowest, view.last);
}
/** Why no functions are shown: where single instructions end, as `inlet view --instructions N` says. */
function notDetailed() {
  const to = Math.min(data.cycles, view.from + view.span), cut = nodes.filter(n => n.end < Math.min(to, n.cycles));
  return cut.length ? ` · beyond cycle ${format(Math.min(...cut.map(n => n.end)))} neither functions nor instructions: the page was written with a limit (inlet view --instructions N)` : '';
}
function measuredText() {
  if (measuring) return ` · measures from cycle ${format(measured.from)}`;
  if (!measured) return '';
  if (measured.from === measured.to) return ` · at cycle ${format(measured.from)}`;
  const inside = list => list.reduce((sum, at) => sum + (at >= measured.from && at < measured.to ? 1 : 0), 0);
  return ` · measured: ${format(measured.to - measured.from)} cycles from ${format(measured.from)} to ${format(measured.to)}, ${format(inside(m.sent))} messages sent, ${format(inside(m.dispatched))} handled`;
}
function measure(from, to) {
  const inRun = at => Math.min(Math.max(Math.round(at), 0), data.cycles);
  measured = { from: inRun(Math.min(from, to)), to: inRun(Math.max(from, to)) };
  measuring = false;
  draw();
}
function measureByKey() {
  const middle = view.from + view.span / 2;
  if (measuring) { measure(measured.from, middle); return; }
  measure(middle, middle);
  measuring = true;
}
function goTo(from, to) {
  measure(from, to);
  const length = measured.to - measured.from;
  view.span = length ? length * 1.2 : Math.min(view.span, Math.max(60, data.cycles / 20));
  view.from = (measured.from + measured.to) / 2 - view.span / 2;
  draw();
}
function paintMeasured() {
  if (!measured) return;
  const a = Math.max(gutter, x(measured.from)), b = Math.min(width, x(measured.to));
  if (b < gutter || a > width) return;
  ink.fillStyle = color.select;
  ink.globalAlpha = 0.12; ink.fillRect(a, axis, Math.max(0, b - a), height - axis); ink.globalAlpha = 1;
  for (const at of [measured.from, measured.to]) if (x(at) >= gutter && x(at) <= width) ink.fillRect(x(at) - 0.5, 0, 1, height);
}
function paintAxis() {
  const rough = view.span / Math.max(2, (width - gutter) / 110), power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map(k => k * power).find(s => s >= rough));
  ink.fillStyle = color.quiet; ink.font = '11px system-ui, sans-serif'; ink.textBaseline = 'middle';
  for (let at = Math.max(0, Math.ceil(view.from / step) * step); at <= Math.min(data.cycles, view.from + view.span); at += step) {
    ink.fillStyle = color.rule; ink.fillRect(x(at), axis - 6, 1, 6);
    ink.fillStyle = color.quiet; ink.fillText(format(at), x(at) + 3, axis / 2 - 1);
  }
}
function paintOverview(n) {
  const perPixel = view.span / (width - gutter), pixel = perPixel * Math.max(1, nodes.length * (width - gutter) / 30000);
  const level = levels.find(l => l.width >= pixel) || levels[levels.length - 1];
  const from = Math.max(0, Math.floor(view.from / level.width)), to = Math.min(level.count, Math.ceil((view.from + view.span) / level.width));
  const h = barHeight(), bottom = barTop(n) + h, looks = level.cells.length / level.count / nodes.length;
  // A stretch does not say when in it a handler ran. Where that can be seen, the messages do.
  const apart = level === levels[0] && level.width > 1 && level.width > 3 * perPixel;
  view.work += Math.max(0, to - from);
  for (let i = from; i < to; ++i) {
    const a = x(i * level.width), w = Math.max(1, x((i + 1) * level.width) - a) + 0.3;
    const share = what => level.cells[(n * level.count + i) * looks + what];
    const scale = apart ? h / Math.max(1e-6, 1 - share(LOW) - share(HIGH) - share(DISPATCH)) : h;
    let y = bottom;
    for (let what = 0; what < looks; ++what) {
      const part = apart && [LOW, HIGH, DISPATCH].includes(what) ? 0 : Math.min(share(what) * scale, y - bottom + h);
      if (part < 0.2) continue;
      y -= part;
      ink.fillStyle = color.look[what]; ink.fillRect(a, y, w, part + 0.3);
    }
  }
  if (!apart) return;
  for (const [a, b, what] of handlersOf(n, view.from, view.from + view.span)) {
    view.work++;
    const left = Math.max(gutter, x(a));
    ink.fillStyle = color.look[what]; ink.fillRect(left, barTop(n), Math.max(0.5, x(b) - left), h);
  }
}
/** Dispatches and handlers of messages between two cycles: from, to, what; what interrupts comes later. */
function handlersOf(n, from, to) {
  const list = handledBy[n], parts = [];
  for (let k = Math.max(0, last(list.length, j => m.dispatched[list[j]], from - longestHandler)); k < list.length && m.dispatched[list[k]] < to; ++k) {
    const i = list[k], end = m.returned[i] >= 0 ? m.returned[i] : nodes[n].cycles;
    if (end > from) parts.push([m.dispatched[i], m.started[i], DISPATCH], [m.started[i], end, m.high[i] ? HIGH : LOW]);
  }
  return parts;
}
function paintRecords(node) {
  const y = barTop(node.number), h = barHeight(), single = view.mode === 'instructions';
  ink.font = Math.min(12, Math.max(8, h * 0.4)) + 'px ui-monospace, monospace'; ink.textBaseline = 'middle';
  let from = 0, to = -1, what = null, fn = -1, name = '', seen = false;
  const flush = () => {
    if (to <= from || what === null) return;
    const a = Math.max(gutter, x(from)), w = Math.max(1, x(to) - a);
    ink.fillStyle = color.look[what];
    ink.globalAlpha = selectedFunction >= 0 && fn !== selectedFunction && what !== IDLE ? 0.35 : 1;
    ink.fillRect(a, y, single ? w - 0.7 : w, h);
    ink.globalAlpha = 1;
    if (w > 30 && h >= 9 && name) {
      ink.save(); ink.beginPath(); ink.rect(a, y, w - 2, h); ink.clip();
      ink.fillStyle = what === IDLE ? color.quiet : color.bartext; ink.fillText(name, a + 3, y + h / 2); ink.restore();
    }
  };
  records(node, view.from, view.from + view.span, (start, end, kind, pc) => {
    view.work++;
    const line = kind.instruction ? lineOf.get(pc) : null, f = line ? line.fn : -1;
    if (!single && seen && what === kind.look && fn === f) { to = end; return; }
    flush();
    seen = true; from = start; to = end; what = kind.look; fn = f;
    name = single && line ? line.text : line ? data.functions[f][0] : data.causes[kind.cause][0];
  });
  flush();
}
function paintArrows(first, end) {
  drawnArrows = [];
  const to = view.from + view.span, begin = last(messageCount, i => m.sent[i], view.from - longest) + 1;
  const stop = last(messageCount, i => m.sent[i], to) + 1;
  const visible = [];
  for (let i = Math.max(0, begin); i < stop; ++i) {
    if (endOf(i) < view.from) continue;
    const a = m.source[i], b = m.to[i];
    if ((a < first && b < first) || (a >= end && b >= end)) continue;
    visible.push(i);
    if (visible.length > 6000) break;
  }
  view.arrows = visible.length > 6000 ? -1 : visible.length;
  if (view.arrows < 0) visible.length = 0;
  view.work += visible.length;
  const chain = chainOf(selectedMessage);
  for (const i of chain) if (!visible.includes(i)) visible.push(i);
  for (const strong of [false, true]) for (const i of visible) {
    if (chain.has(i) !== strong) continue;
    const x0 = x(m.sent[i]), y0 = barTop(m.source[i]) + (m.to[i] >= m.source[i] ? barHeight() : 0);
    const there = m.arrived[i] >= 0, x1 = x(there ? m.arrived[i] : data.cycles), y1 = barTop(m.to[i]) + (m.to[i] > m.source[i] ? 0 : barHeight());
    ink.strokeStyle = strong ? color.select : m.high[i] ? color.high : color.low;
    ink.globalAlpha = strong || selectedMessage < 0 ? strong ? 1 : Math.max(0.07, Math.min(1, 300 / Math.max(1, visible.length))) : Math.min(0.25, 150 / Math.max(1, visible.length));
    ink.lineWidth = i === selectedMessage ? 2.5 : strong ? 1.8 : 1;
    ink.beginPath(); ink.moveTo(x0, y0); ink.lineTo(x1, y1);
    if (m.dispatched[i] >= 0) { // it waits beside the node's bar until its handler begins
      const yw = y1 + (m.to[i] > m.source[i] ? -2 : 2);
      ink.moveTo(x1, yw); ink.lineTo(x(m.dispatched[i]), yw);
    }
    ink.stroke();
    if (there && view.arrows < 800) {
      const angle = Math.atan2(y1 - y0, x1 - x0);
      ink.beginPath(); ink.moveTo(x1, y1);
      for (const side of [2.7, -2.7]) ink.lineTo(x1 + 7 * Math.cos(angle + side), y1 + 7 * Math.sin(angle + side));
      ink.closePath(); ink.fillStyle = ink.strokeStyle; ink.fill();
    }
    drawnArrows.push([i, x0, y0, x1, y1]);
  }
  ink.globalAlpha = 1;
}
function mark(record) {
  const a = x(record.start), w = Math.max(2, x(record.end) - a);
  ink.strokeStyle = color.select; ink.lineWidth = 2; ink.strokeRect(a, barTop(record.node) - 1, w, barHeight() + 2);
}
/** A message, what caused it, and what it caused, directly and further on. */
function chainOf(i) {
  const chain = new Set();
  if (i < 0) return chain;
  for (let up = i; up >= 0; up = m.cause[up]) chain.add(up);
  const queue = [i];
  while (queue.length && chain.size < 200) for (const next of caused.get(queue.shift()) || []) if (!chain.has(next)) { chain.add(next); queue.push(next); }
  return chain;
}

// --- selection --------------------------------------------------------------------------------

const link = (text, action, value) => `<a data-do="${action}" data-value="${escape(value)}" tabindex="0" role="button">${escape(text)}</a>`;
function selectMessage(i, show) {
  selectedMessage = i; selectedRecord = null;
  if (i < 0) { $('selected').innerHTML = '<p class="quiet">Nothing is selected.</p>'; draw(); return; }
  const rows = [['sent', m.sent[i], `node ${m.source[i]}`]];
  if (m.arrived[i] >= 0) rows.push(['arrived', m.arrived[i], `node ${m.to[i]}; ${format(m.arrived[i] - m.sent[i])} in the network`]);
  if (m.dispatched[i] >= 0) rows.push(['dispatch', m.dispatched[i], `${format(m.dispatched[i] - m.arrived[i])} in the receive buffer`], ['handler', m.started[i], `${format(m.started[i] - m.dispatched[i])} of dispatch`]);
  if (m.returned[i] >= 0) rows.push(['handler ends', m.returned[i], `${format(m.returned[i] - m.started[i])} of handler; ${format(m.returned[i] - m.sent[i])} in all`]);
  const handler = m.handlers[m.handler[i]];
  $('selected').innerHTML = `<p><b>Message ${messageName(i)}</b> to node ${m.to[i]}: ${link(handler, 'function', handler)}, ${m.high[i] ? 'high' : 'low'} priority, ${m.words[i]} words</p><table>` +
    rows.map(([what, at, note]) => `<tr><td>${what}</td><td class="n">${format(at)}</td><td>${escape(note)}</td></tr>`).join('') + '</table>' +
    (m.cause[i] >= 0 ? `<p>sent by the handler of ${link(messageName(m.cause[i]), 'message', messageName(m.cause[i]))}</p>` : '') +
    (caused.has(i) ? `<p>its handler sent ${caused.get(i).slice(0, 20).map(c => link(messageName(c), 'message', messageName(c))).join(', ')}${caused.get(i).length > 20 ? ' ...' : ''}</p>` : '');
  if (show) {
    const from = m.sent[i], to = Math.max(endOf(i), m.returned[i]);
    if (to - from > view.span * 0.9 || to - from < view.span / 40) view.span = Math.max(40, (to - from) * 1.6);
    if (from < view.from || to > view.from + view.span) view.from = (from + to) / 2 - view.span / 2;
    const row = Math.min(m.source[i], m.to[i]) * rowHeight;
    if (row < view.top || row > view.top + height - axis - rowHeight) view.top = row - rowHeight;
  }
  draw();
}
function selectFunction(fn, pc) {
  selectedFunction = fn;
  if (fn < 0) { $('function').innerHTML = '<p class="quiet">None.</p>'; draw(); return; }
  const [name, self, inclusive] = data.functions[fn], lines = linesOf.get(fn) || [];
  let source = '', body = '';
  for (const line of lines.slice(0, 3000)) {
    if (line.source !== source) { source = line.source; if (source) body += `<tr class="source"><td colspan="5">${escape(source)}</td></tr>`; }
    const stalls = line.causes.map((c, i) => i && c ? `${data.parts[i]} ${format(c)}` : '').filter(Boolean).join(', ');
    body += `<tr${line.pc === pc ? ' class="here"' : ''}><td class="n">${format(line.cycles[0] + line.cycles[1] + line.cycles[2])}</td><td class="n">${format(line.executions)}</td><td class="code">${line.pc.toString(16).padStart(8, '0')}</td><td class="code">${escape(line.text)}</td><td>${escape(stalls)}</td></tr>`;
  }
  $('function').innerHTML = `<p><b>${escape(name)}</b>: ${format(self)} cycles of its own, ${format(inclusive)} with what it called</p>` +
    (body ? `<table><thead><tr><th class="n">cycles</th><th class="n">times</th><th>pc</th><th>instruction</th><th>stalls</th></tr></thead><tbody>${body}</tbody></table>` : '');
  const here = $('function').querySelector('.here');
  if (here) here.scrollIntoView({ block: 'nearest' });
  draw();
}
function selectRecord(n, at) {
  let found = null;
  records(nodes[n], at, at + 1e-6, (start, end, kind, pc) => { if (start <= at && at < end) found = { node: n, start, end, kind, pc }; });
  if (!found) return;
  selectedRecord = found; selectedMessage = -1;
  const { kind, pc, start, end } = found, line = lineOf.get(pc);
  const parts = kind.instruction ? kind.parts.map((c, i) => c ? `${data.parts[i]} ${c}` : '').filter(Boolean).join(', ') || 'free' : data.causes[kind.cause][0];
  $('selected').innerHTML = `<p><b>Node ${n}, cycle ${format(start)}</b>: ${data.contexts[kind.context]}</p><p class="code">${kind.instruction ? pc.toString(16).padStart(8, '0') + '  ' + escape(line ? line.text : '') : '(' + escape(parts) + ')'}</p><p>${format(end - start)} cycles: ${escape(parts)}${waitCauses.has(kind.cause) ? ', ' + data.causes[kind.cause][0] : ''}${kind.refused ? ', refused' : ''}${line && line.source ? '; ' + escape(line.source) : ''}</p>`;
  if (line) selectFunction(line.fn, pc);
  draw();
}
function pick(px, py) {
  let best = -1, distance = 7;
  for (const [i, x0, y0, x1, y1] of drawnArrows) {
    const dx = x1 - x0, dy = y1 - y0, along = Math.min(1, Math.max(0, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy || 1)));
    const d = Math.hypot(px - x0 - along * dx, py - y0 - along * dy);
    if (d < distance) { distance = d; best = i; }
  }
  const n = Math.floor((py - axis + view.top) / rowHeight);
  const inBar = n >= 0 && n < nodes.length && py >= barTop(n) && py <= barTop(n) + barHeight();
  if (best >= 0 && !(inBar && distance > 2)) selectMessage(best);
  else if (n >= 0 && n < nodes.length && px >= gutter) selectRecord(n, t(px));
}
function find(text) {
  const name = text.trim();
  if (!name) { selectFunction(-1); return false; }
  if (messageByName.has(name)) { selectMessage(messageByName.get(name), true); return true; }
  const at = name.match(/^(?:@|cycle\s+)\s*([\d\s,\u202f]+?)(?:\s*(?:-|\u2013|to|:)\s*([\d\s,\u202f]+))?$/);
  if (at) { const [from, to] = at.slice(1).map(n => n && Number(n.replace(/\D/g, ''))); goTo(from, to === undefined ? from : to); return true; }
  let fn = data.functions.findIndex(f => f[0] === name);
  if (fn < 0) fn = data.functions.findIndex(f => f[0].toLowerCase().includes(name.toLowerCase()));
  if (fn < 0) { $('status').textContent = `nothing is called '${name}'`; return false; }
  selectFunction(fn);
  return true;
}

// --- side panel -------------------------------------------------------------------------------

function fillPanel() {
  $('nodes').innerHTML = '<table><thead><tr><th class="n">node</th><th class="n">cycles</th><th class="n">instructions</th><th class="n">sent</th><th class="n">handled</th><th class="n">refused</th></tr></thead><tbody>' +
    nodes.map(n => `<tr><td class="n">${n.number}</td><td class="n">${format(n.cycles)}</td><td class="n">${format(n.instructions)}</td><td class="n">${format(n.sent)}</td><td class="n">${format(n.handled)}</td><td class="n">${format(n.refused)}</td></tr>`).join('') + '</tbody></table>';
  $('names').innerHTML = data.functions.map(f => `<option value="${escape(f[0])}">`).join('');
  $('legend').innerHTML = [['main', 'main program'], ...['low', 'high'].flatMap((c, i) => { const name = data.contexts[i + 1]; return name ? [[c, name === 'handler' ? name : name + ' handler']] : []; }), ['dispatch', 'dispatch, exception'], ['wait', 'waiting'], ['idle', 'idle'], ['select', 'selected, measured']]
    .map(([c, text]) => `<span><i style="background:var(--${c})"></i>${text}</span>`).join('') +
    [['low', 'way', 'low message, from the send to its arrival'], ['high', 'way', 'high message'], ['low', 'queue', 'beside a bar: the message waits in the receive buffer']]
      .map(([c, what, text]) => `<span><i class="${what}" style="--line:var(--${c})"></i>${text}</span>`).join('') +
    `<span><i class="load"></i>link: idle to the busiest; bars of causes: ${data.contexts.filter(c => c).join(', ')}</span>`;
  $('title').textContent = `${[data.program, ...data.arguments].join(' ')} on ${nodes.length} nodes of ${data.machine}${data.settings.length ? ' with ' + data.settings.join(', ') : ''}: ${format(data.cycles)} cycles, ${format(messageCount)} messages`;
  document.title = `${data.trace} - inlet view`;
  if (data.warning) { $('warning').textContent = data.warning; $('warning').hidden = false; }
}
/** What the table of causes is of: the stretch that is measured, or what is shown. */
function stretchOfCauses() {
  return measured && measured.to > measured.from ? [measured.from, measured.to] : [Math.max(0, view.from), Math.min(data.cycles, view.from + view.span)];
}
/** Cycles by cause and context, of all nodes, of that stretch. */
function causesShown() {
  const [from, to] = stretchOfCauses();
  if (from <= 0 && to >= data.cycles) return data.causes.map(([, ...by]) => by);
  const sums = data.causes.map(() => [0, 0, 0]);
  const blocks = nodes.reduce((sum, n) => sum + (n.blocks.length ? blockAt(n, to) - blockAt(n, from) + 1 : 0), 0);
  if (blocks <= 60 && nodes.every(n => n.end >= Math.min(to, n.cycles))) { // to the cycle
    for (const n of nodes) records(n, from, to, (start, end, kind) => {
      kind.parts.forEach((cycles, part) => {
        sums[part && !waitCauses.has(kind.cause) ? part : kind.cause][kind.context] += Math.max(0, Math.min(to, start + cycles) - Math.max(from, start));
        start += cycles;
      });
    });
    return sums;
  }
  const width = data.causeload.width;
  for (const { cause, context, until } of causeRows) {
    const upTo = at => { const i = Math.min(until.length - 2, Math.floor(at / width)); return until[i] + (until[i + 1] - until[i]) * Math.min(1, at / width - i); };
    sums[cause][context] += Math.max(0, upTo(to) - upTo(from));
  }
  return sums;
}
/** The table shows what the time line shows. */
function fillCauses() {
  const shown = causesShown(), sums = shown.map(by => by[0] + by[1] + by[2]);
  const all = sums.reduce((a, b) => a + b, 0) || 1, most = Math.max(1, ...sums);
  const [from, to] = stretchOfCauses(), part = from > 0 || to < data.cycles;
  $('causes').innerHTML = '<table>' + data.causes.map(([name], i) => [name, shown[i], sums[i]]).filter(([, , sum]) => sum >= 0.5).map(([name, by, sum]) =>
    `<tr><td>${name}</td><td class="n">${format(sum)}</td><td class="n">${(100 * sum / all).toFixed(1)} %</td><td style="width:45%"><div class="bar" title="${data.contexts.flatMap((c, i) => c ? [`${c} ${format(by[i])}`] : []).join(', ')}">` +
      by.map((c, i) => `<i style="width:${100 * c / most}%;background:var(--${['main', 'low', 'high'][i]})"></i>`).join('') + '</div></td></tr>').join('') + '</table>' +
    `<p class="quiet">${!part ? 'All nodes, all of the run.' : measured && measured.to > measured.from ? `All nodes, in the stretch that is measured: cycles ${format(from)} to ${format(to)}.` : 'All nodes, in this stretch.'}</p>`;
}
/** Of a link, how many cycles of those that are shown. */
function busyCycles(l) {
  const from = Math.max(0, view.from), to = Math.min(data.cycles, view.from + view.span);
  if (from <= 0 && to >= data.cycles) return data.network.links[l][4];
  const until = at => {
    const i = Math.min(load.count - 1, Math.floor(at / load.width)), part = at / load.width - i;
    return busyUntil[l][i] + (busyUntil[l][i + 1] - busyUntil[l][i]) * part;
  };
  return Math.max(0, until(to) - until(from));
}
function sizeLinks() {
  const map = $('links'), network = data.network;
  if (!network) { map.hidden = true; $('linknote').textContent = 'The topology is not known.'; return; }
  const rows = network.columns.length, columns = Math.max(...network.columns);
  mapped.w = map.parentElement.clientWidth - 24; mapped.cell = Math.min(72, mapped.w / (columns + 0.6));
  mapped.row = network.grid ? mapped.cell : Math.max(mapped.cell, 56); // links that cross need room
  mapped.h = mapped.row * (rows + 0.2);
  map.style.height = mapped.h + 'px'; size(map, mapped.w, mapped.h);
}
/** The map shows what the time line shows. */
function drawLinks() {
  const { w, h, cell, row } = mapped, pen = $('links').getContext('2d'), network = data.network;
  mapped.from = view.from; mapped.span = view.span;
  if (!network) return;
  pen.fillStyle = color.surface; pen.fillRect(0, 0, w, h);
  const busy = network.links.map((_, l) => busyCycles(l)), most = busy.reduce((a, b) => Math.max(a, b), 1e-9);
  const shown = Math.max(1, Math.min(data.cycles, view.from + view.span) - Math.max(0, view.from));
  const columns = Math.max(...network.columns);
  const at = r => { // routers of a grid stand below each other, those of a tree in the middle of what is below them
    const [, y, x] = network.routers[r], wide = network.grid ? 1 : columns / network.columns[y];
    return [((x + 0.5) * wide + 0.3) * cell, (y + 0.6) * row];
  };
  const step = [[0, -1], [0, 1], [-1, 0], [1, 0]];
  pen.lineCap = 'butt';
  network.links.forEach(([router, port, next], l) => {
    const [cx, cy] = at(router), load = busy[l] / most, [nx, ny] = at(next);
    const length = network.grid ? 1 : Math.max(1, Math.hypot(nx - cx, ny - cy));
    const [dx, dy] = network.grid ? step[port] : [(nx - cx) / length, (ny - cy) / length];
    const side = cell * 0.09, sx = -dy * side, sy = dx * side; // the two directions beside each other
    const from = cell * 0.24, to = network.grid ? cell * 0.76 : length - from;
    pen.strokeStyle = `color-mix(in srgb, ${color.low} ${Math.round(15 + 85 * load)}%, ${color.idle})`;
    pen.lineWidth = Math.max(1, cell * 0.13);
    pen.beginPath(); pen.moveTo(cx + sx + dx * from, cy + sy + dy * from);
    pen.lineTo(cx + sx + dx * to, cy + sy + dy * to); pen.stroke();
  });
  pen.font = `${Math.max(7, Math.min(12, cell * 0.3))}px system-ui, sans-serif`; pen.textAlign = 'center'; pen.textBaseline = 'middle';
  network.routers.forEach(([node], r) => {
    const [cx, cy] = at(r), half = cell * 0.22;
    pen.fillStyle = color.page; pen.strokeStyle = color.quiet; pen.lineWidth = 1;
    pen.fillRect(cx - half, cy - half, 2 * half, 2 * half); pen.strokeRect(cx - half, cy - half, 2 * half, 2 * half);
    if (node >= 0 && cell > 16) { pen.fillStyle = color.ink2; pen.fillText(node, cx, cy); }
  });
  const ends = ([router, , next]) => network.known ? `router ${router} to ${next}` : next < network.routers.length - 1 ? `to node ${next}` : `from node ${router}`;
  const top = busy.indexOf(Math.max(0, ...busy)), link = network.links[top], all = shown >= data.cycles;
  $('linknote').textContent = !network.links.length ? 'No message left its node.' : !link || !busy[top] ? 'No link is busy in this stretch.'
    : `Busiest${all ? '' : ' in this stretch'}: ${ends(link)}, ${all ? format(link[3]) + ' packets, ' : ''}${(100 * busy[top] / shown).toFixed(1)} % of the time.`;
}

// --- hands ------------------------------------------------------------------------------------

function zoom(factor, px = gutter + (width - gutter) / 2) {
  const fixed = t(px);
  view.span *= factor; clamp();
  view.from = fixed - (px - gutter) / (width - gutter) * view.span;
  draw();
}
const fit = () => { view.from = 0; view.span = data.cycles * 1.01; draw(); };
function theme(name) {
  document.documentElement.dataset.theme = name;
  colors(); draw(); drawLinks();
}
const nextTheme = () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
function step(by) {
  if (!messageCount) return;
  let i = selectedMessage < 0 ? Math.max(0, last(messageCount, k => m.sent[k], view.from)) + (by < 0 ? 0 : view.from > m.sent[0] ? 1 : 0) : selectedMessage + by;
  selectMessage(Math.min(messageCount - 1, Math.max(0, i)), true);
}
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.tagName === 'INPUT') { if (event.key === 'Escape') { event.target.blur(); canvas.focus(); } return; }
  const far = event.shiftKey ? 0.95 : 0.15;
  const actions = {
    ArrowLeft: () => { view.from -= view.span * far; }, ArrowRight: () => { view.from += view.span * far; },
    ArrowUp: () => { view.top -= rowHeight; }, ArrowDown: () => { view.top += rowHeight; },
    '+': () => zoom(1 / 1.6), '=': () => zoom(1 / 1.6), '-': () => zoom(1.6), '0': fit, Home: () => { view.from = 0; }, End: () => { view.from = data.cycles - view.span; },
    n: () => step(1), p: () => step(-1), t: nextTheme, '?': () => $('keys').showModal(), '/': () => $('search').focus(),
    g: () => { $('search').value = '@'; $('search').focus(); }, m: measureByKey,
    f: () => { const next = (caused.get(selectedMessage) || [])[0]; if (next !== undefined) selectMessage(next, true); },
    b: () => { if (selectedMessage >= 0 && m.cause[selectedMessage] >= 0) selectMessage(m.cause[selectedMessage], true); },
    Escape: () => { selectMessage(-1); selectFunction(-1); measured = null; measuring = false; },
  };
  const action = actions[event.key];
  if (!action || $('keys').open) return;
  event.preventDefault(); action(); draw();
}
let drag = null;
canvas.addEventListener('pointerdown', e => { canvas.setPointerCapture(e.pointerId); drag = { x: e.offsetX, y: e.offsetY, from: view.from, top: view.top, moved: false, stretch: e.shiftKey, measure: e.altKey }; });
canvas.addEventListener('pointermove', e => {
  if (!drag) return;
  if (Math.hypot(e.offsetX - drag.x, e.offsetY - drag.y) > 3) drag.moved = true;
  if (drag.moved && drag.measure) measure(t(drag.x), t(e.offsetX));
  if (!drag.moved || drag.stretch || drag.measure) return;
  view.from = drag.from - (e.offsetX - drag.x) / (width - gutter) * view.span; view.top = drag.top - (e.offsetY - drag.y); draw();
});
canvas.addEventListener('pointerup', e => {
  if (drag && !drag.moved) pick(e.offsetX, e.offsetY);
  else if (drag && drag.measure) measure(t(drag.x), t(e.offsetX));
  else if (drag && drag.stretch) { const a = t(Math.min(drag.x, e.offsetX)), b = t(Math.max(drag.x, e.offsetX)); view.from = a; view.span = b - a; draw(); }
  drag = null;
});
canvas.addEventListener('wheel', e => { e.preventDefault(); if (e.shiftKey) { view.from += e.deltaY / 400 * view.span; draw(); } else zoom(Math.exp(e.deltaY / 400), Math.max(gutter, e.offsetX)); }, { passive: false });
document.addEventListener('keydown', key);
const act = e => {
  const to = e.target.closest('a[data-do]');
  if (!to || (e.type === 'keydown' && e.key !== 'Enter')) return;
  if (to.dataset.do === 'message') selectMessage(messageByName.get(to.dataset.value), true); else find(to.dataset.value);
};
$('panel').addEventListener('click', act); $('panel').addEventListener('keydown', act);
$('search').addEventListener('change', e => { if (find(e.target.value)) canvas.focus(); });
$('in').onclick = () => zoom(1 / 1.6); $('out').onclick = () => zoom(1.6); $('fit').onclick = fit; $('theme').onclick = nextTheme; $('help').onclick = () => $('keys').showModal();
window.addEventListener('resize', resize);

document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
colors(); fillPanel(); resize(); fit(); canvas.focus();

/** For tests: what is shown, and the data as the page reads it. */
window.inlet = {
  data, view, paint, find, selectMessage, arrows: () => drawnArrows, message: () => selectedMessage < 0 ? null : messageName(selectedMessage),
  busy: () => data.network.links.map((_, l) => busyCycles(l)), causes: causesShown, handlers: handlersOf, record: () => selectedRecord, measured: () => measured, place: (n, at) => [x(at), barTop(n) + barHeight() / 2],
  cycles: n => { let sum = 0; records(nodes[n], -1, Infinity, (start, end) => { sum += end - start; }); return sum; },
  records: (n, visit) => records(nodes[n], -1, Infinity, visit),
  instructions: n => { let count = 0; records(nodes[n], -1, Infinity, (start, end, kind) => { count += kind.instruction; }); return count; },
};
})();
