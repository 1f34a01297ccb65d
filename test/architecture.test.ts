import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rooms, SHARED, serviceRooms } from './support/rooms.ts'

const PAGE = 'docs/architecture.md'
const START = '<!-- rooms: written by npm run docs -->\n'
const END = '<!-- end of rooms -->'

/** Rooms with more folders than this have a table of them; in others the comment of the room is enough. */
const FEW_FOLDERS = 4

/** A folder of it is a noun of the command line. */
const COMMANDS = 'src/commands'

interface Description {
  readonly what: string
  /** What holds in the room. Empty: nothing of its own. */
  readonly rule: string
}

/**
 * What a folder says about itself: the comment `Room: …` at the start of one of its files; its second paragraph has what holds there.
 * The room of one file says it in that file.
 */
function descriptionsOf(folder: string): Description[] {
  const files = statSync(folder).isFile() ? [folder] : globSync(`${folder}/*.ts`)
  return files.flatMap((file) => {
    const comment = /^\/\*\*\s+(?:\* )?Room: ([\s\S]*?)\*\//.exec(readFileSync(file, 'utf8'))?.[1]
    if (comment === undefined) return []
    const [what = '', ...rest] = comment.replace(/^ \*[ ]?/gm, '').split(/\n{2,}/)
    return [{ what: onOneLine(what), rule: onOneLine(rest.join(' ')) }]
  })
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function descriptionOf(folder: string): Description {
  const [description] = descriptionsOf(folder)
  if (!description) throw new Error(`${folder}: no file of it begins with /** Room: … */`)
  return description
}

function foldersOf(room: string): string[] {
  if (room === COMMANDS || !existsSync(room) || statSync(room).isFile()) return []
  const folders = readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${room}/${name}`)
    .filter((folder) => !Object.keys(rooms).some((other) => other === folder || other.startsWith(`${folder}/`)))
  return folders.length > FEW_FOLDERS ? folders.sort() : []
}

const outerRooms = Object.keys(rooms).filter((room) => !room.startsWith('src/service/'))
const roomsOfService = serviceRooms.slice(1)
const roomsWithFolders = Object.keys(rooms).filter((room) => foldersOf(room).length > 0)

const short = (room: string) => `\`${room.replace('src/service/', '')}\``

/** What it imports, besides itself and what is shared. */
function importsOf(room: string): string {
  const allowed = rooms[room] ?? []
  if (room === 'src/service') return '`src/api`, all rooms of the service'
  const below = ['src/api', ...serviceRooms.slice(serviceRooms.indexOf(room) + 1)]
  if (serviceRooms.includes(room) && allowed.length === below.length && below.length > 1) return 'those below'
  return allowed.map(short).join(', ')
}

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
const table = (head: readonly string[], rows: readonly string[]) =>
  `\n${row(...head)}${row(...head.map(() => '---'))}${rows.join('')}`

function written(): string {
  const rowOf = (room: string) => {
    const { what, rule } = descriptionOf(room)
    return row(short(room), what, rule, importsOf(room))
  }
  const folderRow = (folder: string) => row(`\`${folder.split('/').at(-1)}\``, descriptionOf(folder).what)
  // A room within a room has arrows of its own.
  const inner = Object.keys(rooms).filter((room) => room.startsWith('src/service/') && !roomsOfService.includes(room))
  const head = ['room', 'what is in it', 'what holds there', 'imports']
  return [
    `\n### Rooms of the program\n\nAll import from \`${SHARED}\`.\n`,
    table(head, outerRooms.map(rowOf)),
    '\n### Rooms of the service\n\nA file imports from its own room and from rooms further down, never up; from `src/api` and `src/shared`, too.\n',
    table(head, [...roomsOfService, ...inner].map(rowOf)),
    ...roomsWithFolders.flatMap((room) => [
      `\n### Inside ${room}\n`,
      table(['folder', 'what is in it'], foldersOf(room).map(folderRow)),
    ]),
    '\n',
  ].join('')
}

test.each([...Object.keys(rooms), ...roomsWithFolders.flatMap(foldersOf)])(
  '%s says in one comment what is in it',
  (folder) => {
    expect(descriptionsOf(folder), `one file of ${folder} begins with /** Room: … */`).toHaveLength(1)
  },
)

test('the rooms in docs/architecture.md are those of src', () => {
  const [before, rest = ''] = readFileSync(PAGE, 'utf8').split(START)
  const [shown, after = ''] = rest.split(END)
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, `${before}${START}${written()}${END}${after}`)
  else expect(shown).toBe(written())
})
