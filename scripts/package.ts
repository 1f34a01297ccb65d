import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
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
    run('npm', 'pack', '--silent', '--pack-destination', folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const names = readdirSync(folder).sort()
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${checksum(join(folder, name))}  ${name}\n`).join(''))
}

function checksum(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function run(program: string, ...argv: string[]): string {
  return execFileSync(program, argv, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

const { values } = parseArgs({ options: { to: { type: 'string' }, quick: { type: 'boolean', default: false } } })
await writePackages(resolve(values.to ?? join(root, 'dist-packages')), values.quick)
