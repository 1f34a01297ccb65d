import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { writeDebianPackage } from './package/debian.ts'
import { writeExecutable } from './package/executable.ts'

const root = join(import.meta.dirname, '..')

/**
 * Writes what users install into a folder: the executable, the Debian package, the tarball for npm and their checksums.
 * @param isQuick compresses the Debian package fast, which is larger
 */
async function writePackages(folder: string, isQuick: boolean): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'txwarden-package-'))
  try {
    // Files of a package get this time, so that the same commit gives the same bytes.
    process.env.SOURCE_DATE_EPOCH ??= run('git', 'log', '-1', '--format=%ct').trim()
    const executable = join(folder, 'txwarden-linux-x64')
    const { notices } = await writeExecutable(executable)
    writeDebianPackage({ folder, work, executable, notices, isQuick })
    await packForNpm(folder, join(work, 'npm'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const names = readdirSync(folder).sort()
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${checksum(join(folder, name))}  ${name}\n`).join(''))
}

/** In a copy: `dist` may be the one of a running program, which loads parts of it late. */
async function packForNpm(folder: string, copy: string): Promise<void> {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
  const copied = ['package.json', 'LICENSE', ...files.filter((file) => file !== 'dist')]
  for (const file of copied) cpSync(join(root, file), join(copy, file), { recursive: true })
  await build(join(copy, 'dist'))
  run('npm', 'pack', copy, '--ignore-scripts', '--silent', '--pack-destination', folder)
}

function checksum(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function run(program: string, ...argv: string[]): string {
  return execFileSync(program, argv, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

const { values } = parseArgs({ options: { to: { type: 'string' }, quick: { type: 'boolean', default: false } } })
await writePackages(resolve(values.to ?? join(root, 'dist-packages')), values.quick)
