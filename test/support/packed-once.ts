import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installPackage } from './install-package.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the installed program; absent when the checkout is tested. */
    installedProgram?: string
    /** Path of the tarball. */
    packedFile?: string
  }
}

/** One installation per run. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-packed-'))
  const { program, file } = installPackage(folder)
  project.provide('installedProgram', program)
  project.provide('packedFile', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
