module capstan.invalid/tools/peers/notes

go 1.26.0
