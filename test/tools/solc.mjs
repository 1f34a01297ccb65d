#!/usr/bin/env node
// The Solidity compiler as the program that forge runs: prints its version, or compiles standard JSON.
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  const version = solc.version().replace('Emscripten.clang', 'Linux.g++')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
