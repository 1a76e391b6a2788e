import People

/// Makes numbers of a face.
protocol Embedder {
    func embedding(of chip: FaceChip) throws -> FaceEmbedding
}

struct PatternsEmbedder: Embedder {
    func embedding(of chip: FaceChip) throws -> FaceEmbedding { try LocalBinaryPatterns.embedding(of: chip) }
}
