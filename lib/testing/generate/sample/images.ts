import sharp from 'sharp';

/** Creates a seeded generator of numbers in [0, 1) (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SIZE = 256;
const hsl = (h: number, s: number, l: number) =>
  `hsl(${Math.round(h) % 360} ${Math.round(s)}% ${Math.round(l)}%)`;
const svg = (body: string, background: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 256 256"><rect width="256" height="256" fill="${background}"/>${body}</svg>`;

/** Draws contour lines of a tide pool, a few stones and a star. */
function tidepool(seed: number): string {
  const random = randomOf(seed * 7919 + 1);
  const hue = 150 + random() * 90;
  let body = '';
  const [cx, cy] = [70 + random() * 116, 70 + random() * 116];
  const wobble = Array.from({ length: 5 }, () => random() * 0.25);
  for (let ring = 11; ring > 0; ring--) {
    const points = Array.from({ length: 48 }, (_, i) => {
      const angle = (i / 48) * Math.PI * 2;
      const stretch = wobble.reduce(
        (sum, w, k) => sum + w * Math.sin(angle * (k + 1) + k * 2 + ring * 0.12),
        1,
      );
      const radius = ring * 17 * stretch;
      return `${(cx + Math.cos(angle) * radius).toFixed(1)},${(cy + Math.sin(angle) * radius).toFixed(1)}`;
    });
    body += `<polygon points="${points.join(' ')}" fill="${hsl(hue + ring * 3, 55, 78 - (11 - ring) * 5.2)}"/>`;
  }
  for (let stone = 0; stone < 5; stone++) {
    body += `<ellipse cx="${(random() * 256).toFixed(0)}" cy="${(random() * 256).toFixed(0)}" rx="${(7 + random() * 14).toFixed(0)}" ry="${(5 + random() * 9).toFixed(0)}" fill="${hsl(hue + 180, 14, 30 + random() * 30)}"/>`;
  }
  const [sx, sy, turn] = [50 + random() * 156, 50 + random() * 156, random() * 72];
  const star = Array.from({ length: 10 }, (_, i) => {
    const angle = ((i * 36 + turn) * Math.PI) / 180;
    const radius = i % 2 === 0 ? 26 : 10;
    return `${(sx + Math.cos(angle) * radius).toFixed(1)},${(sy + Math.sin(angle) * radius).toFixed(1)}`;
  });
  return svg(
    `${body}<polygon points="${star.join(' ')}" fill="${hsl(random() * 60, 78, 60)}"/>`,
    hsl(hue + 34, 48, 84),
  );
}

/** Draws paper lanterns over a dark shore. */
function lanterns(seed: number): string {
  const random = randomOf(seed * 104729 + 3);
  const hue = 210 + random() * 70;
  let body = '';
  for (let band = 0; band < 6; band++)
    body += `<rect y="${band * 36}" width="256" height="37" fill="${hsl(hue + band * 9, 42, 12 + band * 5)}"/>`;
  body += `<rect y="212" width="256" height="44" fill="${hsl(hue, 40, 9)}"/>`;
  const count = 3 + Math.floor(random() * 4);
  for (let i = 0; i < count; i++) {
    const [x, y, scale, warm] = [
      24 + random() * 208,
      24 + random() * 140,
      0.6 + random() * 0.9,
      14 + random() * 40,
    ];
    const [w, h] = [34 * scale, 44 * scale];
    body += `<rect x="${(x - w / 2).toFixed(0)}" y="${(y - h / 2).toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}" rx="${(w / 3).toFixed(0)}" fill="${hsl(warm, 88, 62)}"/>`;
    for (let rib = 1; rib < 4; rib++) {
      body += `<rect x="${(x - w / 2).toFixed(0)}" y="${(y - h / 2 + (h * rib) / 4).toFixed(0)}" width="${w.toFixed(0)}" height="2" fill="${hsl(warm, 80, 48)}"/>`;
    }
    body += `<rect x="${(x - w / 6).toFixed(0)}" y="${(y - h / 2 - 4).toFixed(0)}" width="${(w / 3).toFixed(0)}" height="5" fill="${hsl(warm, 50, 26)}"/>`;
    body += `<rect x="${(x - w / 4).toFixed(0)}" y="${(222 + scale * 8).toFixed(0)}" width="${(w / 2).toFixed(0)}" height="3" fill="${hsl(warm, 70, 40)}"/>`;
  }
  return svg(body, hsl(hue, 40, 12));
}

/** Draws a plant of a night garden: stems, leaves and one flower. */
function garden(seed: number): string {
  const random = randomOf(seed * 1299709 + 5);
  const hue = random() * 360;
  const petals = 5 + Math.floor(random() * 9);
  let body = '';
  for (let leaf = 0; leaf < 9; leaf++) {
    const angle = -90 + (leaf - 4) * (13 + random() * 6);
    body += `<ellipse cx="128" cy="178" rx="${(60 + random() * 34).toFixed(0)}" ry="9" fill="${hsl(120 + random() * 50, 34, 24 + random() * 22)}" transform="rotate(${angle.toFixed(0)} 128 236) "/>`;
  }
  body += `<rect x="125" y="100" width="6" height="150" fill="${hsl(130, 34, 30)}"/>`;
  for (let ring = 2; ring > 0; ring--) {
    for (let i = 0; i < petals; i++) {
      body += `<ellipse cx="128" cy="${100 - ring * 22}" rx="${ring * 9 + 4}" ry="${ring * 15}" fill="${hsl(hue + (2 - ring) * 36, 70, 52 + ring * 6)}" transform="rotate(${((i * 360) / petals + ring * 11).toFixed(1)} 128 100)"/>`;
    }
  }
  return svg(
    `${body}<circle cx="128" cy="100" r="15" fill="${hsl(hue + 180, 72, 62)}"/>`,
    hsl(hue + 200, 30, 15),
  );
}

function coin(letter: string, hue: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><circle cx="48" cy="48" r="48" fill="${hsl(hue, 60, 34)}"/><circle cx="48" cy="48" r="40" fill="none" stroke="${hsl(hue, 60, 66)}" stroke-width="3"/><text x="48" y="64" text-anchor="middle" font-family="sans-serif" font-size="46" font-weight="bold" fill="${hsl(hue, 70, 92)}">${letter}</text></svg>`;
}

/** A drawing: a scene with a seed, or a coin with its letter and hue. */
export type Drawing =
  | [scene: keyof typeof SCENES, seed: number]
  | [scene: 'coin', letter: string, hue: number];
const SCENES = { tidepool, lanterns, garden };

/** Renders a drawing as SVG. */
export function draw(drawing: Drawing): string {
  return drawing[0] === 'coin' ? coin(drawing[1], drawing[2]) : SCENES[drawing[0]](drawing[1]);
}

/**
 * Converts an SVG to a small WebP image.
 * @param size width and height in pixels; by default, the size of the drawing
 */
export function toWebp(source: string, size?: number): Promise<Buffer> {
  // sharp renders SVG at 72 units per inch.
  const density = size === undefined ? 72 : (72 * size) / SIZE;
  return sharp(Buffer.from(source), { density })
    .webp({ quality: 82, effort: 6, smartSubsample: true })
    .toBuffer();
}
