import { isJsonObject } from '@/lib/json/json-object';
import type { DasContent } from './asset-schema';

const MIME_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
};

type File = DasContent['files'][number];
type Document = Readonly<Record<string, unknown>>;

/**
 * Creates a file entry. If `type` is not set, derives the MIME type from the extension of the file name, if it is
 * known.
 */
function fileOf(uri: string, type?: unknown): File {
  if (typeof type === 'string' && type !== '') return { uri, mime: type };
  const path = uri.replace(/[?#].*$/s, '');
  const mime = MIME_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  return mime === undefined ? { uri } : { uri, mime };
}

/**
 * Lists the files of a document, each URI once, with the image first. Some documents use `url` instead of `uri`, or
 * list plain strings.
 */
function filesOf(document: Document, links: DasContent['links']): File[] {
  const files = new Map<string, File>();
  const { files: listed } = isJsonObject(document.properties) ? document.properties : {};
  for (const each of Array.isArray(listed) ? (listed as unknown[]) : []) {
    const { uri, type } = isJsonObject(each)
      ? { uri: each.uri ?? each.url, type: each.type }
      : { uri: each, type: undefined };
    if (typeof uri === 'string' && uri !== '') files.set(uri, fileOf(uri, type));
  }
  for (const link of [links.image, links.animation_url])
    if (link !== undefined && !files.has(link)) files.set(link, fileOf(link));
  const image = links.image === undefined ? undefined : files.get(links.image);
  const others = [...files.values()].filter((file) => file !== image);
  return image === undefined ? others : [image, ...others];
}

function linksOf(document: Document): DasContent['links'] {
  const links: DasContent['links'] = {};
  for (const name of ['image', 'animation_url', 'external_url'] as const) {
    const link = document[name];
    if (typeof link === 'string' && link !== '') links[name] = link;
  }
  return links;
}

/**
 * Builds the content of an asset.
 * @param onChain on-chain names, and the URI of the document
 * @param document the off-chain document, if it was read
 */
export function contentOf(
  onChain: { name: string; symbol: string; uri: string; tokenStandard: string | undefined },
  document?: Document,
): DasContent {
  const { name, symbol, uri, tokenStandard } = onChain;
  const metadata: DasContent['metadata'] = { name, symbol };
  if (typeof document?.description === 'string') metadata.description = document.description;
  if (Array.isArray(document?.attributes)) metadata.attributes = document.attributes.filter(isJsonObject);
  if (tokenStandard !== undefined) metadata.token_standard = tokenStandard;
  const links = document === undefined ? {} : linksOf(document);
  return {
    $schema: 'https://schema.metaplex.com/nft1.0.json',
    json_uri: uri.trim(),
    files: document === undefined ? [] : filesOf(document, links),
    metadata,
    links,
  };
}
