import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Credentials = { key: Buffer; cert: Buffer };

/** A certificate authority for tests. */
export type TestCertificates = {
  /** File with the authority's certificate, for `NODE_EXTRA_CA_CERTS`. */
  ca: string;
  /**
   * Creates a certificate that is signed by the authority or self-signed.
   * @param name name of the certificate's files; see `files`
   * @param subjectAltName for example `IP:127.0.0.1` or `DNS:other.example`
   * @param days number of days until the certificate expires; negative if it has expired
   * @param byCa whether the authority signs the certificate; otherwise it is self-signed
   */
  certificate: (name: string, subjectAltName: string, days: number, byCa: boolean) => Credentials;
  /** Returns the paths of the key and the certificate created under a name. */
  files: (name: string) => { key: string; cert: string };
  remove: () => void;
};

/** Checks whether openssl, which creates the certificates, is installed. Tests that need it are skipped otherwise. */
export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0;
}

/** Creates a certificate authority in a temporary folder. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-tls-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...ec, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=ca', '-days', '1');
  return {
    ca: file('ca.pem'),
    certificate(name, subjectAltName, days, byCa) {
      writeFileSync(file(`${name}.ext`), `subjectAltName=${subjectAltName}`);
      openssl('req', '-new', ...ec, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
      const signer = byCa
        ? ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
        : ['-signkey', `${name}.key`];
      const ends = ['-days', String(days), '-extfile', `${name}.ext`, '-out', `${name}.pem`];
      openssl('x509', '-req', '-in', `${name}.csr`, ...signer, ...ends);
      return { key: readFileSync(file(`${name}.key`)), cert: readFileSync(file(`${name}.pem`)) };
    },
    files: (name) => ({ key: file(`${name}.key`), cert: file(`${name}.pem`) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
