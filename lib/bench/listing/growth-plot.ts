/** Measurements of one listing of a wallet with `count` NFTs. */
export type GrowthPoint = { count: number; ms: number; mb: number };

const WIDTH = 460;
const HEIGHT = 340;
const EDGE = { left: 70, right: 40, top: 44, bottom: 46 };
const INK = '#24292f';
const LINE = '#0b6e69';
const GRID = '#d0d7de';

/**
 * Plots the time and memory of a listing against the wallet's size, in two panels with logarithmic axes. The dashed
 * line is linear growth through the largest wallet.
 * @returns an SVG document
 */
export function growthPlot(points: readonly GrowthPoint[]): string {
  const time = panel('Time of one listing, ms', points, ({ ms }) => ms);
  const memory = panel('Heap and external memory over idle, MB', points, ({ mb }) => mb);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">
<title>Time and memory of one listing, by NFTs</title>
<rect width="100%" height="100%" fill="#fff"/>
${time}
<g transform="translate(${WIDTH} 0)">
${memory}
</g>
</svg>
`;
}

function panel(
  title: string,
  points: readonly GrowthPoint[],
  figureOf: (point: GrowthPoint) => number,
): string {
  // Plot at least 1 MB: an idle service's heap varies by that much.
  const valued = points.map((point) => ({ count: point.count, value: Math.max(1, figureOf(point)) }));
  const x = axis(
    valued.map(({ count }) => count),
    EDGE.left,
    WIDTH - EDGE.right,
  );
  const y = axis(
    valued.map(({ value }) => value),
    HEIGHT - EDGE.bottom,
    EDGE.top,
  );
  const line = valued.map(({ count, value }) => `${x.at(count)},${y.at(value)}`).join(' ');
  const grid = [
    ...x.ticks.map(
      (tick) =>
        `<path d="M${x.at(tick)} ${EDGE.top}V${HEIGHT - EDGE.bottom}" stroke="${GRID}"/><text x="${x.at(tick)}" y="${HEIGHT - EDGE.bottom + 18}" text-anchor="middle">${tick.toLocaleString('en-US')}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path d="M${EDGE.left} ${y.at(tick)}H${WIDTH - EDGE.right}" stroke="${GRID}"/><text x="${EDGE.left - 8}" y="${y.at(tick) + 4}" text-anchor="end">${tick.toLocaleString('en-US')}</text>`,
    ),
  ];
  const marks = valued.map(({ count, value }, i) => {
    const [shift, anchor] = i === 0 ? [8, 'start'] : [-6, 'end'];
    const figure = value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
    return `<circle cx="${x.at(count)}" cy="${y.at(value)}" r="4" fill="${LINE}"/><text x="${x.at(count) + shift}" y="${y.at(value) - 8}" text-anchor="${anchor}" font-weight="600">${figure}</text>`;
  });
  return `<text x="${EDGE.left}" y="24" font-size="14" font-weight="600">${title}</text>
${grid.join('\n')}
${inProportion(valued, x, y)}
<polyline points="${line}" fill="none" stroke="${LINE}" stroke-width="2"/>
${marks.join('\n')}
<text x="${(EDGE.left + WIDTH - EDGE.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">NFTs</text>`;
}

type Axis = { at: (value: number) => number; ticks: number[] };

/** Creates a logarithmic axis that covers the values, from pixel `from` to pixel `to`. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const lowest = Math.floor(Math.log10(Math.min(...values)));
  const highest = Math.ceil(Math.log10(Math.max(...values)));
  const at = (value: number) =>
    Math.round((from + ((Math.log10(value) - lowest) / (highest - lowest)) * (to - from)) * 10) / 10;
  return { at, ticks: Array.from({ length: highest - lowest + 1 }, (_, i) => 10 ** (lowest + i)) };
}

function inProportion(points: readonly { count: number; value: number }[], x: Axis, y: Axis): string {
  const last = points.at(-1);
  if (last === undefined) return '';
  const least = Math.max(
    Math.min(...points.map(({ count }) => count)),
    last.count * ((y.ticks[0] ?? 1) / last.value),
  );
  const value = (last.value * least) / last.count;
  return `<path d="M${x.at(least)} ${y.at(value)}L${x.at(last.count)} ${y.at(last.value)}" stroke="${INK}" stroke-dasharray="4 4" opacity="0.6"/>`;
}
