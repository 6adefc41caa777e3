"""The pocket edition: the app inside the browser, with no server and no network.

`scorekeeper pocket OUT` builds a folder of static files (`building`). In the browser the files of
`static/pocket/` load the Python that Pyodide brings, which runs the app as it is, behind one
function (`gateway`). No other room knows of it. docs/pocket.md says how it works.
"""
