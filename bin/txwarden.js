#!/usr/bin/env node
// Runs under any Node, so that an old one hears what is wrong instead of a syntax error.
const { enforceNodeFloor, openCompileCache } = require('./launch.js')

if (enforceNodeFloor()) {
  openCompileCache()
  require('../dist/main.cjs').runProcess()
}
