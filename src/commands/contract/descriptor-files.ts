import { realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import type { ContractFileTools } from '../../service/index.ts'
import { isRecord } from '../../shared/json/json.ts'
import { isFolder } from '../manifest/sources.ts'
import { readText } from './files.ts'

type DescriptorSource = Parameters<ContractFileTools['readDescriptors']>[0][number]

const MAX_FILES = 20_000

/** Reads a descriptor, or all of a folder, with what they include in the same folder: a descriptor is the text of a third party. */
export async function descriptorFiles(context: Context, place: string): Promise<DescriptorSource[]> {
  if (await isFolder(place)) return withIncludes(context, place, await filesBelow(context, place))
  return withIncludes(context, dirname(place), [await readFile(context, place)])
}

async function filesBelow(context: Context, folder: string): Promise<DescriptorSource[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
  if (paths.length > MAX_FILES) throw refusedError(`${folder} has more than ${MAX_FILES} JSON files`)
  const files: DescriptorSource[] = []
  for (const { parentPath, name } of paths) files.push(await readFile(context, join(parentPath, name)))
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** With the files that they include; one that cannot be read, or is elsewhere, is missing in the end. */
async function withIncludes(
  context: Context,
  folder: string,
  named: readonly DescriptorSource[],
): Promise<DescriptorSource[]> {
  const files = [...named]
  const root = realpathSync(folder)
  const isInside = (path: string) => {
    const found = realPathOf(path)
    return found?.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) === true && statSync(found).isFile()
  }
  const known = new Set(files.map(({ name }) => resolve(name)))
  // The loop reaches what it adds.
  for (const { name, text: content } of files) {
    const included = includedBy(content)
    const path = included === undefined ? undefined : join(dirname(name), included)
    if (path === undefined || known.has(resolve(path)) || files.length >= MAX_FILES || !isInside(path)) continue
    known.add(resolve(path))
    const file = await readFile(context, path).catch(() => undefined)
    if (file) files.push(file)
  }
  return files
}

/** Where a path leads, through links; undefined: to nothing. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function includedBy(content: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(content)
    return isRecord(parsed) && typeof parsed.includes === 'string' ? parsed.includes : undefined
  } catch {
    return undefined
  }
}

async function readFile(context: Context, file: string): Promise<DescriptorSource> {
  return { name: file.replaceAll('\\', '/'), text: await readText(context, file) }
}
