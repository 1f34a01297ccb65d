import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder with what `npm run package` writes. */
    packages?: string
  }
}

const root = join(import.meta.dirname, '../..')

/** Packages this checkout once per run; processes of the program run the executable, alone in a folder. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-executable-'))
  const packages = join(folder, 'packages')
  execFileSync(process.execPath, ['scripts/package.ts', '--quick', '--to', packages], { cwd: root, stdio: 'inherit' })
  mkdirSync(join(folder, 'alone'))
  const program = join(folder, 'alone/txwarden')
  copyFileSync(join(packages, 'txwarden-linux-x64'), program)
  process.env.TXWARDEN_TEST_PROGRAM = program
  project.provide('packages', packages)
  return () => rmSync(folder, { recursive: true, force: true })
}
