import type { Plugin } from 'rolldown'

/** Name of the chunk that holds large tables, and nothing that runs. */
export const TABLES = 'tables'

/** What `import { x } from 'node:y'` becomes, and the import of a table. */
const REQUIRED = new RegExp(
  `^(?:let|const) ([\\w$]+) = require\\("(node:[\\w/]+|\\./${TABLES}-[\\w-]+\\.cjs)"\\);\\n`,
  'gm',
)

/** Left as it is, this wakes the loader of modules, which nothing else needs. */
const IMPORTED = /(?<![\w$.])import\(("node:[\w/]+")\)/g

/** Makes finished chunks cheaper to load, without changing what they do. */
export function lightChunks(): Plugin {
  return {
    name: 'light-chunks',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = escapeNonAscii(requireOnDemand(chunk.code))
    },
  }
}

/** Loads a built-in or a table when a member of it is used: node:crypto alone costs as much as a tenth of node's own start. */
function requireOnDemand(code: string): string {
  return [...code.matchAll(REQUIRED)].reduce(
    (changed, [declaration, name = '', file = '']) => {
      const uses = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])(\\.)?`, 'g')
      const rest = changed.replace(declaration, '')
      // Handed on as a whole: then it stays as it is.
      if ([...rest.matchAll(uses)].some(([, dot]) => dot === undefined)) return changed
      return rest.replace(uses, `(${file.startsWith('.') ? 'require' : 'process.getBuiltinModule'}("${file}")).`)
    },
    code.replace(IMPORTED, 'Promise.resolve(process.getBuiltinModule($1))'),
  )
}

/** One character beyond Latin-1 doubles the memory that the source takes, and decoding it takes longer than reading it. */
function escapeNonAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
