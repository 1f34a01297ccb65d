import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openSource } from '../../cli/bulk/source.ts'
import { decoded } from '../../cli/bulk/text.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { interrupted } from '../../shared/errors.ts'
import type { DocumentSource } from './documents.ts'
import { LOCK_SUFFIX } from './managed-file.ts'

/** The files of a manifest: a file, stdin for `-`, or the YAML and JSON files below a folder, by name. */
export async function readSources(context: Context, path: string): Promise<DocumentSource[]> {
  const files = path !== '-' && (await isFolder(path)) ? await filesBelow(path) : [path]
  const sources: DocumentSource[] = []
  for (const file of files) sources.push(await readSource(context, file))
  return sources
}

export async function readSource(context: Context, file: string): Promise<DocumentSource> {
  const source = await openSource(context, file)
  const pieces: string[] = []
  for await (const piece of decoded(source.read(context.signal), source.name)) pieces.push(piece)
  if (context.signal.aborted) throw interrupted(context.signal.reason)
  return { file: source.name, text: pieces.join('') }
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory()
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(isManifest).map((entry) => join(entry.parentPath, entry.name))
  if (files.length === 0) throw refusedError(`${folder} contains no .yaml, .yml or .json file`)
  return files.filter((file) => !/[\\/]\./.test(file.slice(folder.length))).sort()
}

function isManifest(entry: Dirent): boolean {
  return !entry.isDirectory() && /\.(?:ya?ml|json)$/i.test(entry.name) && !entry.name.endsWith(LOCK_SUFFIX)
}
