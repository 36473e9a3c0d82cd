"""Runs the cells given as a JSON list on stdin as a notebook, through nbclient
and then nbconvert, and prints what a reader would be left with, as JSON: the
outputs of each cell, and how often the exported page holds an output.

The kernel is the kernelspec named by CONFORMANCE_KERNEL.
"""

import json
import os
import sys
import warnings

import nbclient
import nbformat
from nbconvert import HTMLExporter

warnings.simplefilter("ignore")

notebook = nbformat.v4.new_notebook()
for code in json.load(sys.stdin):
    notebook.cells.append(nbformat.v4.new_code_cell(code))
client = nbclient.NotebookClient(
    notebook, kernel_name=os.environ["CONFORMANCE_KERNEL"], timeout=60, allow_errors=True
)
client.execute()
nbformat.validate(notebook)


def text(output):
    """The plain form of an output."""
    if output.output_type == "stream":
        return output.text
    if output.output_type == "error":
        return output.ename
    return output.data["text/plain"]


page, _ = HTMLExporter().from_notebook_node(notebook)
print(json.dumps({
    "outputs": [[text(o) for o in cell.outputs] for cell in notebook.cells],
    "counts": [cell.execution_count for cell in notebook.cells],
    "shown": page.count('class="jp-OutputArea-child"') + page.count('class="jp-OutputArea-child '),
}))
