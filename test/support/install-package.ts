import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Packs this checkout and installs the tarball in a folder, as users get it.
 * @returns the path of the installed program
 */
export function installPackage(folder: string): string {
  npm('pack', '--pack-destination', folder)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  npm('install', '--no-audit', '--no-fund', '--prefix', folder, join(folder, tarball))
  return join(folder, 'node_modules/txwarden/bin/txwarden.js')
}

function npm(...argv: string[]): void {
  execFileSync('npm', ['--silent', ...argv], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
