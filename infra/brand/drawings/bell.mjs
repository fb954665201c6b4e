/** A brass bell push, 200 × 200; `lit` from 0 to 1 is the light behind its button. */
export function bell(id, lit = 1) {
  return (
    `<defs><linearGradient id="${id}-brass" x1="0" x2="1" y1="0" y2="1"><stop offset="0" stop-color="#ffe7b8"/><stop offset=".3" stop-color="#d9a24a"/><stop offset=".62" stop-color="#8a6327"/><stop offset="1" stop-color="#e8bb6a"/></linearGradient>` +
    `<radialGradient id="${id}-ivory" cx=".4" cy=".34"><stop offset="0" stop-color="#fffaf0"/><stop offset=".6" stop-color="#f6dfb0"/><stop offset="1" stop-color="#c99a4c"/></radialGradient>` +
    `<radialGradient id="${id}-glow"><stop offset=".3" stop-color="#f0b95a" stop-opacity=".5"/><stop offset=".6" stop-color="#f0b95a" stop-opacity=".16"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient></defs>` +
    `<circle cx="100" cy="100" r="230" fill="url(#${id}-glow)" opacity="${lit * 0.55}"/>` +
    `<circle cx="100" cy="104" r="94" opacity=".35"/><circle cx="100" cy="100" r="94" fill="url(#${id}-brass)"/>` +
    `<circle cx="100" cy="100" r="85" fill="#7a5724"/><circle cx="100" cy="100" r="83" fill="url(#${id}-brass)"/>` +
    `<circle cx="100" cy="100" r="46" fill="#3b2a10"/><circle cx="100" cy="100" r="40" fill="#14211c"/>` +
    `<circle cx="100" cy="100" r="56" fill="url(#${id}-glow)" opacity="${lit}"/>` +
    `<circle cx="100" cy="99" r="30" fill="url(#${id}-ivory)"/>` +
    `<circle cx="100" cy="32" r="4.5" fill="#6d4d1f"/><path d="M96.5 32h7" stroke="#f3d08f" stroke-width="1.4"/>` +
    `<circle cx="100" cy="168" r="4.5" fill="#6d4d1f"/><path d="M98 165l4 6" stroke="#f3d08f" stroke-width="1.4"/>`
  );
}
