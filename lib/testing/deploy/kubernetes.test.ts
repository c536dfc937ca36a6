import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readEnv, VARIABLE_NAMES } from '@/lib/server/env';
import { type KubernetesObject, schemaProblems } from './kubernetes-schemas';

const FOLDER = 'deploy/kubernetes';
const { status, stdout: kubectl } = spawnSync('kubectl', ['version', '--client', '--output=json'], {
  encoding: 'utf8',
});
const hasKubectl = status === 0;
/** Debian 12's kubectl has Kustomize 2, without components, and does not print its version. */
const hasComponents = hasKubectl && JSON.parse(kubectl).kustomizeVersion !== undefined;

// Skipped if kubectl is not installed. `.ci/run` installs the Debian package.
describe.skipIf(!hasKubectl)('deploy/kubernetes', () => {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });

  /** Copies a folder of `deploy/kubernetes`, replaces strings in its files and renders the result. */
  function render(
    folder: string,
    changes: [file: string, from: string, to: string][] = [],
  ): KubernetesObject[] {
    const copy = mkdtempSync(join(tmpdir(), 'satchel-kubernetes-'));
    made.push(copy);
    cpSync(FOLDER, copy, { recursive: true });
    for (const [file, from, to] of changes) {
      const text = readFileSync(join(copy, file), 'utf8');
      expect(text).toContain(from);
      writeFileSync(join(copy, file), text.replace(from, to));
    }
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(copy, folder)], {
      encoding: 'utf8',
    });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    return parseAllDocuments(stdout).map((document) => document.toJS());
  }
  // Debian's kubectl supports only the older syntax for `resources: [../base]`.
  const renderExample = () =>
    render('example', [
      ['example/kustomization.yaml', 'resources:\n  - ../base\n', 'bases:\n  - ../base\nresources:\n'],
    ]);
  /** Renders the example with components: those whose lines the reader has uncommented. */
  const renderWith = (...components: string[]) =>
    render('example', [
      ['example/kustomization.yaml', '# components:', 'components:'],
      ...components.map((name): [string, string, string] => [
        'example/kustomization.yaml',
        `#   - ../components/${name}`,
        `  - ../components/${name}`,
      ]),
    ]);
  const policyOf = (objects: KubernetesObject[], name: string) =>
    specOf(
      find(
        objects.filter(({ metadata }) => metadata.name === name),
        'NetworkPolicy',
      ),
    );
  const find = (objects: KubernetesObject[], kind: string) => {
    const found = objects.find((object) => object.kind === kind);
    if (!found) throw new Error(`no ${kind} was rendered`);
    return found;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the schema test checks the shape.
  const specOf = (object: KubernetesObject) => object.spec as any;
  const podOf = (objects: KubernetesObject[]) => specOf(find(objects, 'Deployment')).template;

  it('the Kubernetes base and the example satisfy the published schemas', () => {
    const base = render('base');
    const example = renderExample();
    expect(base.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
    ]);
    // The secret and the network of Postgres and Redis.
    expect(example).toHaveLength(base.length + 2);
    expect(schemaProblems([...base, ...example])).toEqual([]);
  });

  it.each([
    ['a misspelled field', 'deployment.yaml', 'readOnlyRootFilesystem', 'readOnlyRootFileSystem'],
    ['a wrong type', 'deployment.yaml', 'containerPort: 3000', 'containerPort: http'],
    ['a missing field', 'horizontal-pod-autoscaler.yaml', '  maxReplicas: 10\n', ''],
    ['a field of another object', 'pod-disruption-budget.yaml', 'maxUnavailable: 1', 'replicas: 1'],
    ['an unknown version', 'network-policy.yaml', 'networking.k8s.io/v1', 'networking.k8s.io/v7'],
  ])('the check of the Kubernetes base reports %s', (_what, file, from, to) => {
    expect(schemaProblems(render('base', [[`base/${file}`, from, to]]))).not.toEqual([]);
  });

  it('all selectors of the Kubernetes base match the labels of the pods', () => {
    const objects = render('base');
    const { labels } = podOf(objects).metadata;
    const [spread] = podOf(objects).spec.topologySpreadConstraints;
    expect(labels).toEqual({ 'app.kubernetes.io/name': 'satchel' });
    expect(specOf(find(objects, 'Service')).selector).toEqual(labels);
    for (const { matchLabels } of [
      specOf(find(objects, 'Deployment')).selector,
      specOf(find(objects, 'PodDisruptionBudget')).selector,
      specOf(find(objects, 'NetworkPolicy')).podSelector,
      spread.labelSelector,
    ])
      expect(matchLabels).toEqual(labels);
  });

  it('the pods of the Kubernetes base pass the restricted security standard and have probes and limits', () => {
    const { spec } = podOf(render('base'));
    const [container] = spec.containers;
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(readFileSync('Dockerfile', 'utf8')).toContain(`USER ${spec.securityContext.runAsUser}:`);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet).toEqual({ path: '/health', port: 'http' });
    expect(container.resources.limits.memory).toBe('2Gi');
    // The process ends within REQUEST_DEADLINE_MS and 5 s of SIGTERM.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
      readEnv({}).requestDeadlineMs / 1_000 + 5 + Number(container.lifecycle.preStop.exec.command[1]),
    );
  });

  it('the pods of the Kubernetes base get every secret of the example, in variables that the service reads', () => {
    const objects = renderExample();
    const [container] = podOf(objects).spec.containers;
    const secret = find(objects, 'Secret').stringData as Record<string, string>;
    const variables = (container.env as { name: string; value?: string }[]).filter(
      ({ name }) => name !== 'NODE_OPTIONS',
    );
    const named = variables.map(({ name }) => name.replace(/_FILE$/, ''));
    expect(named.sort()).toEqual(Object.keys(secret).sort());
    for (const { name, value } of variables)
      if (value !== undefined) expect(value).toBe(`/etc/satchel/${name.replace(/_FILE$/, '')}`);
    const settings = find(objects, 'ConfigMap').data as Record<string, string>;
    expect(VARIABLE_NAMES).toEqual(expect.arrayContaining([...named, ...Object.keys(settings)]));
    const replaced = Object.fromEntries(
      Object.entries(secret).map(([name, value]) => [name, value.replaceAll('replace-with-', 'own-')]),
    );
    expect(() => readEnv({ ...replaced, ...settings })).not.toThrow();
  });

  it('an overlay of the Kubernetes base sets the image, and a changed setting results in a new ConfigMap name', () => {
    const [base, example] = [render('base'), renderExample()];
    expect(podOf(base).spec.containers[0].image).toMatch(/^satchel:\d/);
    expect(podOf(example).spec.containers[0].image).toMatch(/^registry\.example\/satchel:\d/);
    const nameOf = (objects: KubernetesObject[]) =>
      podOf(objects).spec.containers[0].envFrom[0].configMapRef.name;
    expect(nameOf(base)).toBe(find(base, 'ConfigMap').metadata.name);
    expect(nameOf(example)).not.toBe(nameOf(base));
  });

  describe.skipIf(!hasComponents)('components', () => {
    it('the monitoring component lets Prometheus scrape each pod with the token of the secret', () => {
      const plain = renderExample();
      const objects = renderWith('monitoring');
      expect(objects).toHaveLength(plain.length + 2);
      // The published schemas do not include those of the Prometheus operator.
      const monitor = find(objects, 'PodMonitor');
      expect(schemaProblems(objects.filter((object) => object !== monitor))).toEqual([]);
      const { labels } = podOf(objects).metadata;
      const [container] = podOf(objects).spec.containers;
      const secret = find(objects, 'Secret');
      expect(monitor.metadata).toMatchObject({ namespace: secret.metadata.namespace });
      expect(monitor).toMatchObject({
        apiVersion: 'monitoring.coreos.com/v1',
        spec: {
          selector: { matchLabels: labels },
          podMetricsEndpoints: [
            {
              port: container.ports[0].name,
              path: '/metrics',
              authorization: { credentials: { name: secret.metadata.name, key: 'METRICS_TOKEN' } },
            },
          ],
        },
      });
      expect(secret.stringData).toHaveProperty('METRICS_TOKEN');
      // `job` of the alert rules.
      expect(labels[specOf(monitor).jobLabel]).toBe('satchel');
      expect(policyOf(objects, 'satchel-monitoring')).toEqual({
        podSelector: { matchLabels: labels },
        policyTypes: ['Ingress'],
        ingress: [
          {
            ports: [{ port: 'http' }],
            from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
          },
        ],
      });
    });

    it('the tracing component exports to a collector that the network policy allows', () => {
      const objects = renderWith('tracing');
      expect(schemaProblems(objects)).toEqual([]);
      const settings = find(objects, 'ConfigMap').data as Record<string, string>;
      expect(settings).toMatchObject({ TRUST_PROXY: '1', PUBLIC_URL: 'https://satchel.example' });
      const { hostname, port } = new URL(settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? '');
      const namespace = hostname.split('.')[1];
      expect(policyOf(objects, 'satchel-tracing')).toEqual({
        podSelector: { matchLabels: podOf(objects).metadata.labels },
        policyTypes: ['Egress'],
        egress: [
          {
            ports: [{ port: Number(port) }],
            to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
          },
        ],
      });
    });

    it('the ingress component serves PUBLIC_URL with TLS through the controller that the base lets in', () => {
      const objects = renderWith('ingress');
      expect(schemaProblems(objects)).toEqual([]);
      const settings = find(objects, 'ConfigMap').data as Record<string, string>;
      const { host } = new URL(settings.PUBLIC_URL ?? '');
      const service = find(objects, 'Service');
      const { ingressClassName, tls, rules } = specOf(find(objects, 'Ingress'));
      expect(tls).toEqual([{ hosts: [host], secretName: 'satchel-tls' }]);
      expect(rules).toEqual([
        {
          host,
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: {
                  service: { name: service.metadata.name, port: { name: specOf(service).ports[0].name } },
                },
              },
            ],
          },
        },
      ]);
      const controllers = policyOf(objects, 'satchel').ingress[0].from[1].namespaceSelector.matchLabels;
      expect(controllers['kubernetes.io/metadata.name']).toBe(`ingress-${ingressClassName}`);
    });

    it('all components work together', () => {
      const objects = renderWith('ingress', 'monitoring', 'tracing');
      expect(objects).toHaveLength(renderExample().length + 4);
    });
  });
});
