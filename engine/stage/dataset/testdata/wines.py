"""Writes wines.xlsx by openpyxl 3.0.9: python3 wines.py"""

import datetime

import openpyxl

book = openpyxl.Workbook()
wines = book.active
wines.title = "Wines"
wines.append(["name", "alcohol", "made", "organic", "share", "class"])
wines.append(["a", 12.5, datetime.date(2020, 3, 1), True, 0.05, "u"])
wines.append(["b", None, datetime.datetime(1969, 12, 31, 12), False, 0.1, "v"])
wines.append(["c", 13, None, None, 0.5, "u"])
wines["E2"].number_format = "0.00%"
book.create_sheet("Empty")
numbers = book.create_sheet("Numbers")
numbers["B3"], numbers["C3"], numbers["B4"], numbers["C4"], numbers["C5"] = 1, 2, 3, 4, 5
numbers.merge_cells("B4:B5")
book.save("wines.xlsx")
