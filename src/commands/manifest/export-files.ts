import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { safeOutput } from '../../cli/output/terminal-text.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { type Existing, readExisting } from './existing.ts'
import { type ExportedObject, exportedObjects } from './exported.ts'
import { type Kind, kinds } from './kind-names.ts'
import { readSource } from './sources.ts'
import { updatedText } from './update-text.ts'
import { yamlText } from './yaml-text.ts'

export interface ExportTarget {
  /** Undefined: every kind. */
  readonly kinds: readonly Kind[] | undefined
  readonly dir: string | undefined
  readonly out: string | undefined
}

/** Prints or writes what the service has. */
export async function writeExport(context: Context, { kinds: asked = kinds, dir, out }: ExportTarget): Promise<void> {
  const existing = await readExisting(await context.client())
  await sayWhatIsAmbiguous(context, existing)
  const exported = exportedObjects(existing)
  const objectsOf = (kind: Kind) => existing.filter((each) => each.kind === kind).map(exported)
  if (dir === undefined && out === undefined) return printObjects(context, asked.flatMap(objectsOf))
  const files =
    out === undefined
      ? asked.map((kind) => ({ file: join(dir ?? '', `${kind}s.yaml`), objects: objectsOf(kind) }))
      : [{ file: out, objects: asked.flatMap(objectsOf) }]
  const names = files.map(({ file }) => file).join(', ')
  if (await previewLocalChange(context, `write ${names}`, null)) return
  const there = []
  for (const { file } of files) if (await isThere(file)) there.push(file)
  if (there.length > 0)
    await confirmChange(context, `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} there already. Replace?`)
  if (dir !== undefined) await mkdir(dir, { recursive: true })
  for (const { file, objects } of files) await writeFile(file, yamlText(objects))
  const report = { files: files.map(({ file, objects }) => ({ file, objects: objects.length })) }
  await context.out.list(
    report,
    report.files,
    {
      columns: [
        { field: 'file', header: 'FILE' },
        { field: 'objects', header: 'OBJECTS' },
      ],
    },
    { empty: '', withRows: (rows) => ({ files: rows }) },
  )
  await sayWhichVariables(
    context,
    files.flatMap(({ objects }) => objects),
  )
}

/** Brings a manifest up to what the service has. */
export async function updateFile(context: Context, file: string, asked: readonly Kind[] | undefined): Promise<void> {
  const source = await readSource(context, file)
  const existing = await readExisting(await context.client())
  await sayWhatIsAmbiguous(context, existing)
  const { text, ...counts } = updatedText({
    source,
    existing,
    exported: exportedObjects(existing),
    kinds: asked,
    lenient: context.configuration().addresses !== undefined,
  })
  const what = `${counts.changed} changed, ${counts.added} added, ${counts.removed} removed`
  if (await previewLocalChange(context, `update ${file}: ${what}`, null)) return
  if (text !== source.text) await writeFile(file, text)
  await context.out.done(
    { file, ...counts },
    { columns: ['file', 'changed', 'added', 'removed'].map((field) => ({ field, header: field.toUpperCase() })) },
    `${file}: ${what} (${context.where()})`,
  )
}

async function printObjects(context: Context, objects: readonly ExportedObject[]): Promise<void> {
  if (context.out.isJson) return context.out.document(objects)
  const text = yamlText(objects)
  if (text === '') return context.note(`There is nothing to export in ${context.where()}.`)
  await context.out.text(context.io.stdout.isTTY ? safeOutput(text) : text)
  await sayWhichVariables(context, objects)
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

async function sayWhichVariables(context: Context, objects: readonly ExportedObject[]): Promise<void> {
  const names = [...new Set(JSON.stringify(objects).match(/(?<!\$)\$\{TXWARDEN_SECRET_\w+\}/g) ?? [])]
  if (names.length > 0)
    await context.note(`Secrets are not in it. To apply it, set ${names.map((name) => name.slice(2, -1)).join(', ')}.`)
}

async function sayWhatIsAmbiguous(context: Context, existing: readonly Existing[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { kind, identity } of existing)
    if (kind !== 'control-list') counts.set(`${kind} ${identity}`, (counts.get(`${kind} ${identity}`) ?? 0) + 1)
  for (const [name, count] of counts)
    if (count > 1) await context.note(`! There are ${count} of ${name}: apply refuses that until they are told apart.`)
}
