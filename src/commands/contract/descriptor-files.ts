import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import type { ContractFileTools } from '../../service/index.ts'
import { isRecord } from '../../shared/json/json.ts'
import { isFolder } from '../manifest/sources.ts'
import { readText } from './files.ts'

type DescriptorFile = Parameters<ContractFileTools['readDescriptors']>[0][number]

const MAX_FILES = 20_000

/** Reads a descriptor, or all of a folder, with what they include. */
export async function descriptorFiles(context: Context, place: string): Promise<DescriptorFile[]> {
  const named = (await isFolder(place)) ? await filesBelow(context, place) : [await readFile(context, place)]
  return withIncludes(context, named)
}

async function filesBelow(context: Context, folder: string): Promise<DescriptorFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
  if (paths.length > MAX_FILES) throw refusedError(`${folder} has more than ${MAX_FILES} JSON files`)
  const files: DescriptorFile[] = []
  for (const { parentPath, name } of paths) files.push(await readFile(context, join(parentPath, name)))
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** With the files that they include, which may be elsewhere; one that cannot be read is missing in the end. */
async function withIncludes(context: Context, named: readonly DescriptorFile[]): Promise<DescriptorFile[]> {
  const files = [...named]
  const known = new Set(files.map(({ name }) => resolve(name)))
  // The loop reaches what it adds.
  for (const { name, text: content } of files) {
    const included = includedBy(content)
    const path = included === undefined ? undefined : join(dirname(name), included)
    if (path === undefined || known.has(resolve(path)) || files.length >= MAX_FILES) continue
    known.add(resolve(path))
    const file = await readFile(context, path).catch(() => undefined)
    if (file) files.push(file)
  }
  return files
}

function includedBy(content: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(content)
    return isRecord(parsed) && typeof parsed.includes === 'string' ? parsed.includes : undefined
  } catch {
    return undefined
  }
}

async function readFile(context: Context, file: string): Promise<DescriptorFile> {
  return { name: file.replaceAll('\\', '/'), text: await readText(context, file) }
}
