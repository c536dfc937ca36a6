/**
 * Number of members that may still be rendered. The number is limited because an untrusted document may contain any
 * number of members.
 */
type Budget = { left: number };

const MAX_MEMBERS = 1_500;

/** Whether a value has more members than a tree renders. */
function hasMoreMembers(value: object): boolean {
  let count = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined && count <= MAX_MEMBERS; next = open.pop()) {
    const members: unknown[] = Object.values(next);
    count += members.length;
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member);
  }
  return count > MAX_MEMBERS;
}

/** A JSON value as a collapsible tree, which works without JavaScript. */
export function JsonTree({ value }: { value: Readonly<Record<string, unknown>> }) {
  const budget: Budget = { left: MAX_MEMBERS };
  return (
    <div className="json-tree overflow-x-auto font-mono text-xs leading-6">
      <Members value={value} depth={0} budget={budget} />
      {hasMoreMembers(value) && <p className="text-muted">… and more, not listed</p>}
    </div>
  );
}

function Members({ value, depth, budget }: { value: object; depth: number; budget: Budget }) {
  const entries = Object.entries(value);
  return (
    <ul className={depth === 0 ? '' : 'ml-2 border-line border-l pl-3'}>
      {entries.map(([key, member]) => {
        if (budget.left-- <= 0) return null;
        return (
          <li key={key}>
            <Member name={key} value={member as unknown} depth={depth} budget={budget} />
          </li>
        );
      })}
    </ul>
  );
}

function Member({
  name,
  value,
  depth,
  budget,
}: {
  name: string;
  value: unknown;
  depth: number;
  budget: Budget;
}) {
  if (typeof value === 'object' && value !== null) {
    const size = Object.keys(value).length;
    return (
      <details open={depth < 1}>
        <summary className="rounded hover:bg-sunken">
          <span aria-hidden="true" className="turns text-muted">
            ▸
          </span>{' '}
          <span className="text-accent">{name}</span>{' '}
          <span className="text-muted">{Array.isArray(value) ? `[${size}]` : `{${size}}`}</span>
        </summary>
        <Members value={value} depth={depth + 1} budget={budget} />
      </details>
    );
  }
  return (
    <span className="break-words">
      <span className="text-accent">{name}</span>
      <span className="text-muted">: </span>
      {typeof value === 'string'
        ? `"${value.length > 2000 ? `${value.slice(0, 2000)}…` : value}"`
        : String(value)}
    </span>
  );
}
