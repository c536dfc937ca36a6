type Props = {
  kind: string;
  title: string;
  /** A line below the title, in monospace. */
  line?: string;
  facts: readonly { name: string; value: string }[];
  /** The images as PNG data URLs. */
  images: readonly string[];
  /** Whether the first image is large, next to the text. */
  picture?: boolean;
};

const INK = '#1b1a17';
const MUTED = '#63605a';
const ACCENT = '#94440f';

/** The share image of a page, 1200 by 630 px. */
export function OgCard({ kind, title, line, facts, images, picture = false }: Props) {
  const [large] = images;
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        background: '#faf9f6',
        color: INK,
        padding: 64,
        fontFamily: 'Plex Sans',
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 34, fontWeight: 600 }}>
          <svg
            width="44"
            height="44"
            viewBox="0 0 24 24"
            fill="none"
            stroke={ACCENT}
            strokeWidth="1.75"
            strokeLinejoin="round"
            style={{ marginRight: 14 }}
            aria-hidden="true"
          >
            <path d="M8 6.5V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v1.5" />
            <path d="M4.5 6.5h15A1.5 1.5 0 0 1 21 8v10.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a1.5 1.5 0 0 1 1.5-1.5Z" />
            <path d="M3 8.5 9.6 13h4.8L21 8.5" />
          </svg>
          Satchel
        </div>
        <div style={{ display: 'flex', fontSize: 28, color: MUTED }}>{kind}</div>
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', ...(picture ? { maxWidth: 640 } : {}) }}>
        <div style={{ display: 'flex', fontSize: 64, fontWeight: 600 }}>{title}</div>
        {line !== undefined && (
          <div
            style={{ display: 'flex', fontSize: 26, fontFamily: 'Plex Mono', color: MUTED, marginTop: 12 }}
          >
            {line}
          </div>
        )}
        <div style={{ display: 'flex', marginTop: 36 }}>
          {facts.map(({ name, value }) => (
            <div key={name} style={{ display: 'flex', flexDirection: 'column', marginRight: 72 }}>
              <div style={{ display: 'flex', fontSize: 26, color: MUTED }}>{name}</div>
              <div style={{ display: 'flex', fontSize: 44, fontWeight: 600 }}>{value}</div>
            </div>
          ))}
        </div>
      </div>
      {picture && large !== undefined && (
        <img
          src={large}
          alt=""
          width={400}
          height={400}
          style={{ position: 'absolute', right: 64, bottom: 64, borderRadius: 16 }}
        />
      )}
      <div style={{ display: 'flex', height: 160 }}>
        {(picture ? [] : images).map((image, i) => (
          <img
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and images may be equal.
            key={i}
            src={image}
            alt=""
            width={160}
            height={160}
            style={{ borderRadius: 12, marginRight: 20 }}
          />
        ))}
      </div>
    </div>
  );
}
