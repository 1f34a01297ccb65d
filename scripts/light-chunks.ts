import type { Plugin } from 'rolldown'

/** Starts the names of chunks with large tables and no code. */
export const TABLES = 'tables'

/** Starts the names of chunks with the modules that the usual commands do not use. */
export const LATER = 'later'

/** Matches the output for the import of such a chunk. */
const REQUIRED_LATER = new RegExp(
  `^(?:let|const) ([\\w$]+) = require\\("(\\./(?:chunks/)?${LATER}-[\\w-]+\\.cjs)"\\);\\n`,
  'gm',
)

/** The same where only constants are used, which the output contains: a module does nothing when it is loaded. */
const UNUSED_LATER = new RegExp(`^require\\("\\./(?:chunks/)?${LATER}-[\\w-]+\\.cjs"\\);\\n`, 'gm')

/** Matches the output for `import { x } from 'node:y'` and for the import of a table. */
const REQUIRED = new RegExp(
  `^(?:let|const) ([\\w$]+) = require\\("(node:[\\w/]+|\\./${TABLES}-[\\w-]+\\.cjs)"\\);\\n`,
  'gm',
)

/** Unchanged, this loads node's ES module loader, which nothing else needs. */
const IMPORTED = /(?<![\w$.])import\(("node:[\w/]+")\)/g

/** Makes finished chunks faster to load without changing their behavior. */
export function lightChunks(): Plugin {
  return {
    name: 'light-chunks',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = escapeNonAscii(plainExports(requireLater(requireOnDemand(chunk.code))))
    },
  }
}

/** Loads a built-in or a table on first use: node:crypto alone takes a tenth of node's start time. */
function requireOnDemand(code: string): string {
  return [...code.matchAll(REQUIRED)].reduce(
    (changed, [declaration, name = '', file = '']) => {
      // A member of another object is not the module; what three dots spread is.
      const uses = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name.replaceAll('$', '\\$')}(?![\\w$])(\\.)?`, 'g')
      const rest = changed.replace(declaration, '')
      // Used as a whole object: unchanged.
      if ([...rest.matchAll(uses)].some(([, dot]) => dot === undefined)) return changed
      return rest.replace(uses, `(${file.startsWith('.') ? 'require' : 'process.getBuiltinModule'}("${file}")).`)
    },
    code.replace(IMPORTED, 'Promise.resolve(process.getBuiltinModule($1))'),
  )
}

/** Loads a chunk on first use, and asks for it once: busy functions use what it has. */
function requireLater(output: string): string {
  const code = output.replace(UNUSED_LATER, '')
  return [...code.matchAll(REQUIRED_LATER)].reduce((changed, [declaration, name = '', file = '']) => {
    const escaped = name.replaceAll('$', '\\$')
    const rest = changed.replace(declaration, '')
    return (
      `let ${name}$;\nfunction ${name}() {\n\treturn ${name}$ ??= require("${file}");\n}\n` +
      rest.replace(new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${escaped}(?![\\w$])`, 'g'), () => `(${name}())`)
    )
  }, code)
}

/** Matches the output for an export. */
const EXPORTED =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\s+enumerable: true,\s+get: function\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);$/gm

/** Exports by value what is assigned only where it is declared: hundreds of getters take a millisecond to define. */
function plainExports(code: string): string {
  return code.replace(EXPORTED, (getter, name: string, variable: string) => {
    const escaped = variable.replaceAll('$', '\\$')
    const count = (source: string) => code.match(new RegExp(source, 'gm'))?.length ?? 0
    const isFunction = count(`^(?:async )?function\\*? ${escaped}\\(`) === 1
    const isInitialized = count(`^(?:const|let|var) ${escaped} = `) === 1
    const assigned = count(
      `(?<![\\w$.])${escaped}\\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${escaped}(?![\\w$])`,
    )
    const isFixed = (isFunction && assigned === 0) || (isInitialized && assigned === 1)
    return isFixed ? `exports.${name} = ${variable};` : getter
  })
}

/** One character outside Latin-1 doubles the memory of the source, and decoding it takes longer than reading it. */
function escapeNonAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
