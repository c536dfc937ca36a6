import { keyValidUntil, type Project } from '@/lib/projects/project-store';
import { startOfDay, type UsageRow } from '@/lib/projects/usage-store';
import type { CommandIo } from '../terminal/io';

/** Prints a table with one row per project. */
export function showProjects(io: CommandIo, projects: readonly Project[], now: number): void {
  const rows = projects.map((project) => [
    project.projectId,
    project.createdAt,
    stateOf(project, now),
    project.keyExpiresAt ?? 'never',
    String(project.unitsPerSecond ?? 'default'),
    project.methods?.join(',') ?? 'all',
    project.name,
  ]);
  showTable(io, [['PROJECT ID', 'CREATED', 'STATE', 'KEY EXPIRES', 'UNITS/S', 'METHODS', 'NAME'], ...rows]);
}

/** Prints a project's usage by day and method, and the total. */
export function showUsage(io: CommandIo, usage: readonly UsageRow[]): void {
  const rows = usage.map(({ day, method, calls, units }) => [
    new Date(startOfDay(day)).toISOString().slice(0, 10),
    method,
    String(calls),
    String(units),
  ]);
  const sum = (of: (row: UsageRow) => number) => String(usage.reduce((total, row) => total + of(row), 0));
  showTable(io, [
    ['DAY (UTC)', 'METHOD', 'CALLS', 'UNITS'],
    ...rows,
    ['all', 'all', sum(({ calls }) => calls), sum(({ units }) => units)],
  ]);
}

function stateOf(project: Project, now: number): string {
  const { keyHash, revokedAt, previousKey } = project;
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  const isAlive = keyValidUntil(project, keyHash, now) !== undefined;
  const hasPrevious = previousKey !== null && keyValidUntil(project, previousKey.keyHash, now) !== undefined;
  return `${isAlive ? 'alive' : 'expired'}${hasPrevious ? `, old key until ${previousKey.validUntil}` : ''}`;
}

function showTable(io: CommandIo, table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of table) {
    const cells = row.map((cell, i) => cell.padEnd(widths[i] ?? 0));
    io.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}
