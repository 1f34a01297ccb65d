import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { hintFunctions } from '../scripts/hint-functions.ts'

/** What is marked «so» was called. */
function hinted(marked: string): { readonly before: string; readonly after: string } {
  const called: { start: number; end: number }[] = []
  const open: number[] = []
  let before = ''
  for (const part of marked.split(/([«»])/))
    if (part === '«') open.push(before.length)
    else if (part === '»') called.push({ start: open.pop() as number, end: before.length })
    else before += part
  return { before, after: hintFunctions(before, parseAst(before, { sourceType: 'script' }), called) }
}

function resultOf(code: string): unknown {
  return new Function(`${code}\nreturn result`)()
}

test('a called declaration is a variable set before all else, under its name', () => {
  const { before, after } = hinted(
    'const early = add(1);\n«function add(n) { return n + late }»\nfunction never() { return add }\nvar late = 2;\nvar result = [add(1), add.name, typeof never, early];\n',
  )
  expect(after.startsWith('var add = (function (n) { return n + late });\nconst early')).toBe(true)
  expect(after).toContain('function never() { return add }')
  expect(resultOf(after)).toEqual(resultOf(before))
})

test.each([
  ['arrows within arrows', 'var result = («(a) => «(b) => a + b»»)(1)(2)', '((a) => ((b) => a + b))'],
  [
    'in a called declaration',
    '«function f() { return [1].map(«(n) => n + 1») }»\nvar result = f()',
    '(((n) => n + 1))',
  ],
  ['a default', 'var g = «(n = «() => 3») => n()»; var result = g()', 'var g = ((n = (() => 3)) => n())'],
  ['a member', 'var result = { a: «function () { return 1 }» }.a()', 'a: (function () { return 1 })'],
  ['async', '«async function f() {}»\nvar result = f() instanceof Promise', 'var f = (async function () {});'],
  ['a generator', '«function* f() { yield 1 }»\nvar result = [...f()]', 'var f = (function* () { yield 1 });'],
  [
    'a method',
    'var result = { «m() { return 1 }», «async *["g"]() {}» }.m()',
    'm: (function () { return 1 }), async *["g"]() {}',
  ],
  [
    'a method of a class',
    'class A { «m(n) { return this.#n + n }» #n = 1; «static async s(n = «() => 2») { return n() }» }\nvar result = [new A().m(2), Object.keys(A.prototype), A.s.name, new A().m.name]',
    '{ m: (function (n) { return this.#n + n }) }) } #n = 1; static { $hinted(this, { s: (async function (n = (() => 2)) {',
  ],
  [
    'an async arrow',
    'var f = «async (n, m = «async () => n») => { await m }»\nvar result = [f.name, f.length]',
    'f = (async function (n, m = (async function ()  { return ( n) }))  { await m })',
  ],
  [
    'an async arrow of one word',
    'var f = «async n => ({ n })»; var result = f.name',
    '(async function( n ) { return ( ({ n })) })',
  ],
  ['an async arrow with this', 'var result = typeof («async () => this»)', '(async () => this)'],
])('what was called is in parentheses: %s', (_, marked, part) => {
  const { before, after } = hinted(marked)
  expect(after).toContain(part)
  expect(resultOf(after)).toEqual(resultOf(before))
})

test.each([
  'class A { «constructor() {}» «get n() { return 2 }» «#p() {}» «["c"]() {}» }\nvar result = new A().n',
  'class A { static one = new A().m(); «m() { return 1 }» }\nvar result = A.one',
  'var result = { «m() { return super.toString() }», «get n() { return 2 }», «__proto__() {}» }.m()',
  'var result = [1].map((n) => n)',
])('what cannot be, or was not called, stays: %s', (marked) => {
  const { before, after } = hinted(marked)
  expect(after).toBe(before)
})

test('a script stays strict', () => {
  const { after } = hinted("'use strict';\n«function f() { return this }»\nvar result = f()")
  expect(after.startsWith("'use strict';\nvar f")).toBe(true)
  expect(resultOf(after)).toBeUndefined()
})
