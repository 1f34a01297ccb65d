/** Room: What the system gives: files of the program, ports, threads, stop signals, codes of errors. */

import { embeddedFile } from './embedded-file.ts'

/**
 * Reads a file of `data/tables`, which the build puts beside its chunks. The file system is loaded then: who looks up a chain
 * imports this, and a command line is read without files.
 */
export function readDataFile(name: string): Uint8Array {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  return embeddedFile(name) ?? readFileSync(new URL(`${folderFrom(import.meta.url)}/${name}`, import.meta.url))
}

/** A thread is a file beside the folder of chunks. */
function folderFrom(module: string): string {
  if (module.endsWith('.ts')) return '../../../data/tables'
  return module.includes('/chunks/') ? '../tables' : './tables'
}
