import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installPackage } from './install-package.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the tarball. */
    packedFile?: string
  }
}

/** One installation per run. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-packed-'))
  const { program, file } = installPackage(folder)
  process.env.TXWARDEN_TEST_PROGRAM = program
  project.provide('packedFile', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
