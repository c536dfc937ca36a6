import { resolve } from 'node:path';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import ts from 'typescript';

/** A rendered Kubernetes object. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [member: string]: unknown;
};

type Model = new (object: KubernetesObject) => { validate: () => void };

/** Models by `apiVersion`, generated from the schemas that Kubernetes publishes. */
const MODELS: Record<string, object> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};

/** Returns one line per violation of the published schemas, including unknown fields. */
export function schemaProblems(objects: KubernetesObject[]): string[] {
  const known = objects.filter(({ apiVersion }) => apiVersion in MODELS);
  const unknown = objects.filter((object) => !known.includes(object));
  return [
    ...unknown.map(({ apiVersion, kind }) => `${kind}: unknown version ${apiVersion}`),
    ...known.flatMap(validationProblems),
    ...typeProblems(known),
  ];
}

function validationProblems(object: KubernetesObject): string[] {
  const model = (MODELS[object.apiVersion] as Record<string, Model | undefined>)[object.kind];
  if (!model) return [`${object.kind}: unknown in ${object.apiVersion}`];
  try {
    new model(object).validate();
    return [];
  } catch (error) {
    return [`${object.kind}: ${(error as Error).message}`];
  }
}

/** Finds unknown fields, which the schemas allow, with TypeScript: it reports them in literals of the models' types. */
function typeProblems(objects: KubernetesObject[]): string[] {
  const source = objects
    .map(
      ({ apiVersion, kind, ...rest }, at) =>
        `import type { I${kind} as T${at} } from 'kubernetes-models/${apiVersion}';\nexport const o${at}: T${at} = ${JSON.stringify({ apiVersion, kind, ...rest })};\n`,
    )
    .join('');
  const file = resolve('kubernetes-objects.ts');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, options.target ?? ts.ScriptTarget.ES2023)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
