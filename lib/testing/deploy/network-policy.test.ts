import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

type Rule = { ports: { port: number }[]; to?: object[] };
const egressOf = (path: string): Rule[] =>
  parse(readFileSync(`deploy/kubernetes/${path}/network-policy.yaml`, 'utf8')).spec.egress;
const targetsOf = (rules: Rule[], port: number) =>
  rules.filter(({ ports }) => ports.some((each) => each.port === port)).map(({ to }) => to);

it.each([5432, 6379])(
  'pods may reach port %i only in their namespace and in the network of the overlay',
  (port) => {
    expect(targetsOf(egressOf('base'), port)).toEqual([[{ podSelector: {} }]]);
    expect(targetsOf(egressOf('example'), port)).toEqual([[{ ipBlock: { cidr: '192.0.2.0/24' } }]]);
  },
);
