import { between, lerp, short } from '../drawings/numbers.mjs';
import { mix } from '../drawings/palette.mjs';
import { key, standing } from '../drawings/sill-objects.mjs';

/*
 * Six shadow plays on a window's blind, wordless, 640 × 360 like the window; the panes of each type are their
 * stage. Each gives SVG text for a time of 0 to 1, the play from its first to its last gesture.
 */
const shade = '#3a2209';
const light = '#fff8e6';

const tick = (x, y, size, share, colour = light) =>
  share <= 0
    ? ''
    : `<path d="M${x - size} ${y}l${size * 0.7} ${size * 0.7} ${size * 1.3} -${size * 1.4}" fill="none" stroke="${colour}" stroke-width="${short(size * 0.42)}" stroke-linecap="round" stroke-linejoin="round" pathLength="1" stroke-dasharray="${short(share)} 2"/>`;

const card = (x, y, width, height, inside = '', opacity = 0.88, fill = shade) =>
  `<g transform="translate(${short(x)} ${short(y)})" opacity="${short(opacity)}"><rect width="${width}" height="${height}" rx="4" fill="${fill}"/>${inside}</g>`;

const rule = (x, y, width, share = 1, opacity = 0.75) =>
  share <= 0
    ? ''
    : `<path d="M${x} ${y}h${short(width * share)}" stroke="${light}" stroke-width="4" stroke-linecap="round" opacity="${opacity}"/>`;

/** Cross: cards cross the sill one by one and pile up ticked; the third is lifted out and asks. */
export function sortCards(now) {
  const cards = [0, 1, 2, 3, 4].map((index) => {
    const start = index * 0.15;
    const across = between(now, start, start + 0.26);
    const asks = index === 2;
    const ready = between(now, start + 0.24, start + 0.34);
    const slot = index > 2 ? index - 1 : index;
    let [x, y] = [lerp(-70, 232, between(now, start, start + 0.13)), 176];
    if (across > 0.5 && !asks) {
      const moved = between(now, start + 0.13, start + 0.26);
      [x, y] = [
        lerp(232, 416 - slot * 8, moved),
        lerp(176, 240 - slot * 27, moved) - Math.sin(moved * Math.PI) * 30,
      ];
    }
    if (across > 0.5 && asks) {
      const lifted = between(now, start + 0.13, start + 0.3);
      [x, y] = [lerp(232, 392, lifted), lerp(176, 40, lifted)];
    }
    if (now < start) return '';
    const lines = rule(9, 16, 40, 1, 0.5) + rule(9, 29, 28, 1, 0.5);
    if (!asks) return card(x, y, 76, 58, lines + tick(58, 44, 7, ready));
    const glow = between(now, start + 0.28, start + 0.4);
    const mark = `<path d="M30 22c0-12 17-12 17-1 0 8-8 8-8 16M39 46v.1" fill="none" stroke="${shade}" stroke-width="5.5" stroke-linecap="round" opacity="${short(glow)}"/>`;
    return (
      (glow > 0
        ? `<circle cx="${short(x + 38)}" cy="${short(y + 29)}" r="84" fill="url(#halo)" opacity="${short(glow)}"/>`
        : '') + card(x, y, 76, 58, glow < 0.4 ? lines : mark, 0.92, mix(shade, '#fff0cf', glow))
    );
  });
  return cards.join('');
}

/** Ladder: in three panes an envelope drops in, opens, and becomes the cells of a row. */
export function envelopesToRows(now) {
  return [0, 1, 2]
    .map((row) => {
      const start = row * 0.24;
      const fall = between(now, start, start + 0.1);
      if (now <= start) return '';
      const y = lerp(-20, 98 + row * 60, fall);
      const opened = between(now, start + 0.11, start + 0.17);
      const envelope = `<g transform="translate(110 ${short(y)})" opacity=".9"><rect width="62" height="41" rx="3" fill="${shade}"/><path d="M1 ${short(2 + opened * 1)}L31 ${short(lerp(25, -15, opened))} 61 2" fill="${opened > 0.5 ? shade : 'none'}" stroke="${light}" stroke-opacity=".7" stroke-width="3" stroke-linejoin="round"/></g>`;
      const cells = [0, 1, 2, 3].map((cell) => {
        const out = between(now, start + 0.15 + cell * 0.03, start + 0.23 + cell * 0.035);
        if (out <= 0) return '';
        const width = [92, 58, 58, 44][cell];
        const x = [192, 290, 354, 418][cell];
        const inside = rule(
          10,
          20,
          width - 20,
          between(now, start + 0.19 + cell * 0.03, start + 0.27 + cell * 0.03),
          0.7,
        );
        return card(lerp(130, x, out), 98 + row * 60, width, 41, inside, out * 0.85);
      });
      return (
        cells.reverse().join('') +
        envelope +
        tick(486, 119 + row * 60, 9, between(now, start + 0.3, start + 0.36), shade)
      );
    })
    .join('');
}

/** Three-part: a request at the left, lines that write themselves in the middle, total and seal at the right. */
export function quoteWritesItself(now) {
  const sheet = (x, y, width, height, share, inside) =>
    share <= 0 ? '' : card(x, lerp(y + 30, y, share), width, height, inside, share * 0.9);
  const ask = [0, 1, 2]
    .map((line) =>
      rule(14, 34 + line * 18, [84, 70, 50][line], between(now, 0.04 + line * 0.05, 0.1 + line * 0.05)),
    )
    .join('');
  const written = [0, 1, 2, 3, 4, 5]
    .map(
      (line) =>
        rule(
          16,
          30 + line * 24,
          [52, 62, 42, 58, 48, 36][line],
          between(now, 0.3 + line * 0.055, 0.36 + line * 0.055),
        ) + rule(98, 30 + line * 24, 18, between(now, 0.33 + line * 0.055, 0.37 + line * 0.055)),
    )
    .join('');
  const sum = between(now, 0.68, 0.76);
  const seal = between(now, 0.82, 0.9);
  const total =
    rule(18, 34, 86, sum, 0.45) +
    rule(18, 52, 70, between(now, 0.7, 0.78), 0.45) +
    (sum > 0
      ? `<path d="M56 78h${short(48 * sum)}" stroke="${light}" stroke-width="11" stroke-linecap="round"/>`
      : '');
  return (
    sheet(68, 76, 116, 92, between(now, 0, 0.08), ask) +
    arrow(190, 122, 23, between(now, 0.2, 0.28)) +
    sheet(246, 50, 132, 178, between(now, 0.22, 0.3), written) +
    arrow(384, 122, 18, between(now, 0.62, 0.68)) +
    sheet(432, 70, 122, 106, between(now, 0.64, 0.7), total) +
    (seal > 0
      ? `<g transform="translate(458 176) scale(${short(lerp(1.8, 1, seal))})" opacity="${short(seal)}"><circle r="23" fill="${shade}"/><circle r="18" fill="none" stroke="${light}" stroke-opacity=".6" stroke-width="2"/>${tick(-1, 2, 9, 1)}</g>`
      : '')
  );
}

const arrow = (x, y, length, share) =>
  share <= 0
    ? ''
    : `<path d="M${x} ${y}h${short(length * share)}m-9-9l9 9-9 9" fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" opacity="${short(share * 0.85)}"/>`;

/** Double: bars and their line grow at the left while at the right a clock runs through the night. */
export function reportOvernight(now) {
  const heights = [58, 84, 70, 112, 98, 142];
  const bars = heights
    .map((height, index) => {
      const tall = height * between(now, 0.1 + index * 0.07, 0.24 + index * 0.07);
      return tall <= 0
        ? ''
        : `<path d="M${110 + index * 31} ${short(236 - tall)}h21V236h-21z" fill="${index === 5 && now > 0.72 ? light : shade}" opacity=".88"/>`;
    })
    .join('');
  const points = heights.map((height, index) => `${120.5 + index * 31} ${236 - height - 20}`).join('L');
  const line = between(now, 0.5, 0.78);
  const turn = between(now, 0.06, 0.8);
  const done = between(now, 0.82, 0.9);
  let marks = '';
  for (let hour = 0; hour < 12; hour += 1)
    marks += `<path d="M0-58v${hour % 3 === 0 ? 11 : 6}" transform="rotate(${hour * 30})" stroke="${shade}" stroke-width="${hour % 3 === 0 ? 5 : 3}"/>`;
  return (
    `<g opacity="${short(between(now, 0, 0.08))}"><path d="M98 242h206" stroke="${shade}" stroke-width="5" stroke-linecap="round" opacity=".88"/></g>${bars}` +
    (line > 0
      ? `<path d="M${points}" fill="none" stroke="${shade}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" pathLength="1" stroke-dasharray="${short(line)} 2"/>`
      : '') +
    `<g transform="translate(446 152)" opacity="${short(between(now, 0, 0.08) * 0.92)}"><circle r="68" fill="none" stroke="${shade}" stroke-width="7"/>${marks}` +
    `<path d="M0 8V-30" transform="rotate(${short(-60 + turn * 300)})" stroke="${shade}" stroke-width="8" stroke-linecap="round"/><path d="M0 10V-46" transform="rotate(${short(turn * 3600)})" stroke="${shade}" stroke-width="5" stroke-linecap="round"/><circle r="7" fill="${shade}"/></g>` +
    (done > 0
      ? `<g opacity="${short(done)}"><circle cx="504" cy="204" r="25" fill="${shade}"/>${tick(503, 206, 11, done)}</g>`
      : '')
  );
}

/** Toplight: blocks come down from the small panes into a week; where one would overlap, it takes the next free place. */
export function weekFillsUp(now) {
  const [left, top, wide, tall] = [206, 140, 62, 33];
  let grid = '';
  for (let day = 0; day <= 5; day += 1) grid += `M${left + day * wide} ${top}v${tall * 4}`;
  for (let part = 0; part <= 4; part += 1) grid += `M${left} ${top + part * tall}h${5 * wide}`;
  const moves = [
    [1, 1, 1],
    [0, 0, 2],
    [3, 2, 1],
    [1, 1, 1, [2, 1]],
    [4, 0, 3],
    [0, 3, 1],
    [2, 2, 2],
  ];
  const blocks = moves.map(([day, part, span, instead], index) => {
    const start = 0.08 + index * 0.115;
    const share = between(now, start, start + 0.11);
    if (share <= 0) return '';
    const aside = instead ? between(now, start + 0.12, start + 0.22) : 0;
    const x = lerp(left + day * wide, left + (instead?.[0] ?? day) * wide, aside);
    const landed = instead ? lerp(top + part * tall - 17, top + instead[1] * tall, aside) : top + part * tall;
    const y = lerp(-70, landed, share);
    return card(
      x + 4,
      y + 4,
      wide - 8,
      span * tall - 8,
      rule(10, span * tall * 0.5 - 4, wide - 30, between(now, start + 0.1, start + 0.16), 0.6),
    );
  });
  return (
    `<path d="${grid}" stroke="${shade}" stroke-width="2.5" opacity="${short(between(now, 0, 0.08) * 0.55)}"/>${blocks.join('')}` +
    tick(left + 5 * wide + 30, top + 20, 13, between(now, 0.92, 1), shade)
  );
}

/** Half-curtain: a light runs along three boxes, then a key comes down, turns, and all three stay lit. */
export function keysAreYours(now) {
  const places = [72, 196, 398];
  const signs = [
    '<path d="M16 22h44v30H16zM16 23l22 17 22-17"/>',
    '<path d="M16 24h44M16 38h44M16 52h28"/>',
    '<path d="M18 39l13 13 27-28"/>',
  ];
  const boxes = places.map((x, index) => {
    const shown = between(now, index * 0.05, 0.1 + index * 0.05);
    const pulse = Math.max(0, 1 - Math.abs(now - (0.3 + index * 0.13)) / 0.08);
    const lit = Math.max(pulse, between(now, 0.84 + index * 0.02, 0.9 + index * 0.02));
    return (
      (lit > 0 ? `<circle cx="${x + 38}" cy="126" r="78" fill="url(#halo)" opacity="${short(lit)}"/>` : '') +
      `<g transform="translate(${x} 88)" opacity="${short(shown * 0.9)}"><rect width="76" height="76" rx="4" fill="${mix(shade, '#fff0cf', lit)}"/>` +
      `<g fill="none" stroke="${mix(light, shade, lit)}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" opacity="${short(0.55 + lit * 0.45)}">${signs[index]}</g></g>`
    );
  });
  const chain =
    arrow(156, 126, 32, between(now, 0.14, 0.22)) + arrow(282, 126, 106, between(now, 0.22, 0.32));
  const down = between(now, 0.6, 0.72);
  const turned = between(now, 0.74, 0.83);
  const turning =
    down <= 0
      ? ''
      : standing(
          524,
          short(lerp(-10, 168, down)),
          1,
          `<g transform="scale(${short(lerp(1, -1, turned))} 1)">${key(shade)}</g>`,
        );
  return boxes.join('') + chain + turning;
}
