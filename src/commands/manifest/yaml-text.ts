import { stringify } from 'yaml'
import type { ExportedObject } from './exported.ts'

/** A document for each object. Text that YAML would take for something else is quoted. */
export function yamlText(objects: readonly ExportedObject[]): string {
  return objects.map(documentText).join('---\n')
}

function documentText(object: ExportedObject): string {
  return stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })
}
