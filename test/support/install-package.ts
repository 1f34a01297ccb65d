import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Packs this checkout and installs the tarball in a folder, as users get it.
 * @returns the paths of the installed program and of the tarball
 */
export function installPackage(folder: string): { readonly program: string; readonly file: string } {
  npm('pack', '--pack-destination', folder)
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  npm('install', '--no-audit', '--no-fund', '--prefix', folder, file)
  return { program: join(folder, 'node_modules/txwarden/bin/txwarden.js'), file }
}

function npm(...argv: string[]): void {
  execFileSync('npm', ['--silent', ...argv], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
